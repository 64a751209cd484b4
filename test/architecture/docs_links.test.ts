import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const PAGES = ['README.md', 'CONTRIBUTING.md', 'deploy/README.md', ...pagesUnder('docs'), ...serviceReadmes()];

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !existsSync(join(dirname(page), link)))).toEqual([]);
  });

  it('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bnpm run (?:-s )?([a-z][\w:]*)/g)].map(([, name]) => name!);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('does not run the package of a stranger', () => {
    // `npx causeway` outside this folder runs the package of that name on the npm registry. The README warns of it.
    expect(text.replace('so do not use `npx causeway`', '')).not.toContain('npx causeway');
  });

  it('names only existing folders and files of the repository', () => {
    const named = [
      ...text.matchAll(
        /`((?:lib|gateway|services|connectors|embedded|sandbox|scripts|deploy|test|bench|docs|protos)\/[\w./-]*)`/g,
      ),
    ];
    expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([]);
  });
});

function pagesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? pagesUnder(path) : entry.name.endsWith('.md') ? [path] : [];
  });
}

function serviceReadmes(): string[] {
  return readdirSync('services')
    .map((name) => `services/${name}/README.md`)
    .filter((path) => existsSync(path));
}
