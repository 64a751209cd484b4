import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

type Visited = { status: number; type: string; text: string; headers: Headers };

const FIRST = [
  'first_integration',
  'console',
  'connect_page',
  'webhook',
  'proxy',
  'manifest',
  'connect_a_provider',
  'running',
];

describe('the guides of this version', () => {
  let platform: TestPlatform;
  /** Everything that the links lead to, from the index on, by path. */
  const visited = new Map<string, Visited>();

  beforeAll(async () => {
    platform = await startTestPlatform();
    const waiting = ['/guides'];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (visited.has(path)) continue;
      const { status, type, text, headers } = await request(platform.origin, 'GET', path);
      visited.set(path, { status, type: type ?? '', text, headers });
      for (const link of linksIn(path)) if (link.origin === platform.origin) waiting.push(pathOf(link));
    }
  });
  afterAll(() => platform.stop());

  const linksIn = (path: string) => {
    const { type, text } = visited.get(path)!;
    if (!type.startsWith('text/html')) return [];
    return [...text.matchAll(/<a href="([^"]*)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), `${platform.origin}${path}`),
    );
  };
  const pathOf = ({ pathname, search }: URL) => pathname + search;
  const guides = () => [...visited.keys()].filter((path) => /^\/guides\/.*\.md$/.test(path));

  it('begin with those that a reader needs first, and list none for those who change Causeway', () => {
    const paths = linksIn('/guides').map(pathOf);
    expect(paths.slice(0, FIRST.length)).toEqual(FIRST.map((name) => `/guides/guides/${name}.md`));
    expect(paths.filter((path) => /README|architecture|recipes|releasing|review|adr/.test(path))).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['/guides/lab.md', '/guides/behaviour/http.md']));
    expect(guides().length).toBeGreaterThan(paths.length);
  });

  it('have no link and no fragment that leads nowhere', () => {
    const dead = [...visited.keys()].flatMap((path) =>
      linksIn(path)
        .filter((link) => link.origin === platform.origin && !leadsSomewhere(link))
        .map((link) => `${path}: ${link.href}`),
    );
    expect(dead).toEqual([]);
    const fragments = guides().flatMap((path) => linksIn(path).filter(({ hash }) => hash !== ''));
    expect(fragments.length).toBeGreaterThan(30);
  });

  const leadsSomewhere = (link: URL) => {
    const found = visited.get(pathOf(link));
    const anchor = decodeURIComponent(link.hash.slice(1));
    return found?.status === 200 && (anchor === '' || found.text.includes(` id="${anchor}"`));
  };

  it('are pages that load nothing, with no Markdown left in their text', () => {
    for (const path of guides()) {
      const { type, text, headers } = visited.get(path)!;
      expect([path, type]).toEqual([path, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-\S+'; base-uri/);
      expect([path, text.match(/<(?:script|img|iframe|link|object)\b|style="|\son\w+="/g)]).toEqual([path, null]);
      const prose = text.replaceAll(/<pre[\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>|<style>[\s\S]*?<\/style>/g, '');
      expect([path, prose.match(/.*(?:\]\(|\*\*|^\||^#).*/gm)]).toEqual([path, null]);
    }
  });

  it('are with ?plain the Markdown that they were written as', () => {
    for (const path of guides()) {
      const plain = visited.get(`${path}?plain`)!;
      expect([path, plain.status, plain.type]).toEqual([path, 200, 'text/plain; charset=utf-8']);
      expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
      expect(plain.text).toBe(readFileSync(path.replace('/guides', 'docs'), 'utf8'));
    }
  });

  it('are nothing but the documents', async () => {
    for (const path of ['../package.json', '%2e%2e%2fpackage.json', 'guides/manifests/crm.yaml', 'nothing.md'])
      expect([path, (await request(platform.origin, 'GET', `/guides/${path}`)).status]).toEqual([path, 404]);
    const head = await request(platform.origin, 'HEAD', '/guides/lab.md');
    expect([head.status, head.text]).toEqual([200, '']);
  });
});
