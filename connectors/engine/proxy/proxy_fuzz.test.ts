import { Buffer } from 'node:buffer';
import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aProvider } from '../../../test/support/read_pages.ts';
import { proxyBase } from './proxy_base.ts';
import { proxyHeaders } from './proxy_headers.ts';
import { ProxyRefusal } from './proxy_refusal.ts';
import { proxyUrl } from './proxy_url.ts';

const FULL_RUNS = 10_000;
const SHORT_RUNS = 400;
const isFull = process.env['CAUSEWAY_PROMISES'] === 'full';
const numRuns = Number(process.env['CAUSEWAY_FUZZ_RUNS'] || (isFull ? FULL_RUNS : SHORT_RUNS));
const seed = Number(process.env['CAUSEWAY_FUZZ_SEED'] || Date.now() % 2 ** 31);

const ORIGIN = 'https://acme.example';
const ROOT = '/api/v2';
const OURS = 'the-connections-secret';
const MINE = 'the-callers-credential';
const provider = aProvider({}, { baseURL: ORIGIN + ROOT, headers: { 'Acme-Version': '1' } });
const base = proxyBase({ provider, variables: {} });
const auth = { headers: { 'X-Token': OURS }, query: { api_key: OURS } };

/** Texts that lead somewhere else, if something reads them in its own way. */
const HOSTILE = [
  '..',
  '.',
  '/',
  '//',
  '\\',
  ';',
  '?',
  '#',
  '@',
  ':',
  '%',
  '%2e',
  '%2E',
  '%2f',
  '%5c',
  '%3b',
  '%3f',
  '%23',
  '%25',
  '%00',
  '%0d%0a',
  '\r\n',
  '\n',
  '\t',
  '\0',
  ' ',
  '%252e',
  '%252f',
  '%c0%ae',
  '%c0%af',
  '%e0%80%ae',
  '%ef%bc%8e',
  '%ef%bc%8f',
  '%e2%80%a5',
  '%u002e',
  '．',
  '。',
  '／',
  '\u2028',
  'https:',
  'http://evil.example',
  '//evil.example',
  'evil.example',
  'user:pw@',
  ROOT,
  '/api',
  '/api/v1',
  `api_key=${MINE}`,
  `API_KEY=${MINE}`,
  `api%5fkey=${MINE}`,
  `api_key[]=${MINE}`,
  `&api_key=${MINE}`,
  `;api_key=${MINE}`,
  '&',
  '=',
  '127.0.0.1',
  '[::1]',
  'a',
  'contacts',
] as const;

const piece = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...HOSTILE) }, fc.string({ maxLength: 3 }));
const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
/** The same text with some of its characters percent-encoded, up to three times. */
const encoded = fc
  .tuple(text, fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }))
  .map(([plain, depths]) => [...plain].map((char, i) => encodedBy(char, depths[i % depths.length] ?? 0)).join(''));
const hostileTarget = fc.oneof(
  text,
  encoded,
  encoded.map((rest) => `/${rest}`),
  text.map((rest) => `/a/${rest}`),
);

function encodedBy(char: string, depth: number): string {
  if (depth === 0) return char;
  const bytes = [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return bytes.replaceAll('%', `%${'25'.repeat(depth - 1)}`);
}

function decodedOnce(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** The outcome of a call: what is sent, or null where it is refused. Any other error fails the property. */
function outcome<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof ProxyRefusal) return null;
    throw error;
  }
}

/** Independent of the code under test: resolves dot segments by hand after each decoding. */
function leaves(path: string): boolean {
  const [one, two] = [decodedOnce(path), decodedOnce(decodedOnce(path))];
  return [path, one, two].some((form) => {
    const stack: string[] = [];
    for (const segment of form.split(/[/\\]/).map((raw) => raw.replace(/[;?#].*$/s, '').trim())) {
      if (segment === '..') stack.pop();
      else if (segment !== '.' && segment !== '') stack.push(segment);
    }
    return !`/${stack.join('/')}/`.startsWith(`${ROOT}/`);
  });
}

describe(`any target of a proxied call (seed ${seed})`, () => {
  it('is refused, or leads below the base URL with the connection’s credential alone', () => {
    let passed = 0;
    const property = fc.property(hostileTarget, (rawTarget) => {
      const url = outcome(() => proxyUrl(base, rawTarget, auth));
      if (url === null) return;
      passed += 1;
      const parsed = new URL(url);
      expect([parsed.origin, parsed.username, parsed.password, parsed.hash]).toEqual([ORIGIN, '', '', '']);
      expect(leaves(parsed.pathname)).toBe(false);
      expect(leaves(url.slice(ORIGIN.length).replace(/\?.*$/s, ''))).toBe(false);
      expect(url).toMatch(/^[\x21-\x7e]+$/);
      expect(parsed.searchParams.getAll('api_key')).toEqual([OURS]);
      for (const [name, value] of parsed.searchParams) if (/^api_key$/i.test(name)) expect(value).not.toContain(MINE);
      // The bytes of the caller are a part of the URL, one for one.
      const [path = ''] = rawTarget.split('?');
      expect(url.startsWith(ORIGIN + ROOT + (path === '/' ? '' : path))).toBe(true);
    });
    fc.assert(property, { seed, numRuns });
    // A property that refuses everything would prove nothing.
    expect(passed).toBeGreaterThan(numRuns / 100);
  });

  it('is passed on byte for byte if it is an ordinary one', () => {
    const segment = fc.stringMatching(/^[a-zA-Z0-9_~!$&'()*+,=:@-]{1,8}(%2F[a-z]{1,3})?$/);
    const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
    const query = fc.stringMatching(/^[a-zA-Z0-9_~!$'()*+,:@/?%.=&[\]-]{0,20}$/);
    const property = fc.property(path, query, (one, other) => {
      const rawTarget = other === '' ? one : `${one}?${other}`;
      expect(proxyUrl(base, rawTarget, { query: {} })).toBe(ORIGIN + ROOT + rawTarget);
    });
    fc.assert(property, { seed, numRuns });
  });
});

describe(`any headers of a proxied call (seed ${seed})`, () => {
  const name = fc
    .oneof(
      fc.constantFrom(
        'Authorization',
        'Proxy-Authorization',
        'Cookie',
        'X-Api-Key',
        'X-Amp-Token',
        'X-Token',
        'x_token',
        'Host',
      ),
      fc.constantFrom('Connection', 'Via', 'X-Forwarded-For', 'TE', 'X-Custom', 'Accept', 'acme-version', 'Keep-Alive'),
      fc.string({ maxLength: 6 }),
    )
    .chain((one) => fc.constantFrom(one, one.toUpperCase(), one.toLowerCase(), one.replaceAll('-', '_')));
  const value = fc.array(fc.constantFrom(MINE, 'x-custom', 'X-Token', ',', ' ', '\r\n', '\0', 'é', '1'), {
    maxLength: 4,
  });
  const header = fc.tuple(
    name,
    value.map((parts) => parts.join('')),
  );
  const credentials = /^(authorization|proxy-authorization|cookie|x-api-key|x-amp-.*|x-token|host)$/i;

  it('are refused, or have no line break and no credential of the caller', () => {
    let passed = 0;
    const property = fc.property(fc.array(header, { maxLength: 6 }), (callers) => {
      const sent = outcome(() => proxyHeaders(callers, { provider, auth, variables: {} }));
      if (sent === null) return;
      passed += 1;
      expect(sent.flat().filter((part) => /[\r\n\0]/.test(part))).toEqual([]);
      expect(sent.filter(([one]) => credentials.test(one.replaceAll('_', '-')))).toEqual([['X-Token', OURS]]);
      expect(sent.filter(([one]) => /^acme[-_]version$/i.test(one)).length).toBeGreaterThan(0);
    });
    fc.assert(property, { seed, numRuns });
    expect(passed).toBeGreaterThan(numRuns / 100);
  });
});
