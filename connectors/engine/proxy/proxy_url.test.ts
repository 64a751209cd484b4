import { describe, expect, it } from '@jest/globals';
import { promise } from '../../../test/support/promise.ts';
import { aProvider } from '../../../test/support/read_pages.ts';
import { hasProxy, type ProxyTarget, proxyBase } from './proxy_base.ts';
import { ProxyRefusal } from './proxy_refusal.ts';
import { proxyUrl } from './proxy_url.ts';

const module = (baseURL: string, proxy: boolean) => ({
  displayName: 'Part',
  baseURL,
  support: proxy ? ['proxy' as const] : [],
});
const provider = aProvider(
  {},
  {
    baseURL: 'https://{{.workspace}}.acme.example/api/v2/',
    support: ['read', 'proxy'],
    modules: {
      mail: module('https://mail.acme.example', true),
      desk: module('https://desk.acme.example/desk', false),
    },
  },
);
const target: ProxyTarget = { provider, variables: { workspace: 'north' } };
const base = 'https://north.acme.example/api/v2';
const urlOf = (rawTarget: string, query: Record<string, string> = {}) =>
  proxyUrl(proxyBase(target), rawTarget, { query });

describe('the URL of a proxied call', () => {
  it.each([
    '/contacts',
    '/contacts/',
    '/a//b',
    "/users/@me/it's(1);v=1/a:b,c!*$&+=~",
    '/projects/group%2Fproject/files/.hidden/a..b/...',
    '/caf%C3%A9/%e2%80%A6/100%25',
    '/q?a=1&a=2&b[]=%5B%5D&c=..%2F..&d=%0A%5C&e=%zz&f=//x&g=a?b&&h',
    '/q?',
  ])('is the base URL and %s as it came', (rawTarget) => {
    expect(urlOf(rawTarget)).toBe(base + rawTarget.replace(/\?$/, ''));
  });

  it('is the base URL itself for a slash alone', () => {
    expect(urlOf('/')).toBe(base);
    expect(urlOf('/?a=1')).toBe(`${base}?a=1`);
    expect(proxyUrl(proxyBase({ ...target, module: 'mail' }), '/', { query: {} })).toBe('https://mail.acme.example/');
  });

  it("is below the module's base URL only if the module has the proxy", () => {
    expect(proxyUrl(proxyBase({ ...target, module: 'mail' }), '/a', { query: {} })).toBe('https://mail.acme.example/a');
    for (const other of ['desk', 'nobody', 'constructor', '', undefined])
      expect(proxyUrl(proxyBase({ ...target, module: other }), '/a', { query: {} })).toBe(`${base}/a`);
    expect(['mail', 'desk', 'nobody', 'constructor', ''].filter((one) => hasProxy(provider, one))).toEqual([
      'mail',
      '',
    ]);
  });

  it('needs the variables of the connection', () => {
    expect(() => proxyUrl(proxyBase({ ...target, variables: {} }), '/a', { query: {} })).toThrow(
      'no value for the variable "workspace"',
    );
    expect(() =>
      proxyUrl(proxyBase({ ...target, variables: { workspace: 'evil.example/' } }), '/a', { query: {} }),
    ).toThrow('host name');
  });

  it.each<[string, string[]]>([
    [
      'dot segment',
      ['/..', '/.', '/a/../b', '/./a', '/a/..', '/%2e', '/%2e%2E/a', '/.%2e/', '/%252e%252E', '/a%2f..%2fb'],
    ],
    ['dot segment', ['/..%2fa', '/a/..%252Fb', '/..;a=1/b', '/.;/b', '/..%3bx', '/..%3fx', '/..%23x', '/%20..%20/a']],
    ['dot segment', ['/%25252525252e%2e', '/%c0%ae%c0%ae/a', '/%e0%80%ae./a', '/%EF%BC%8E%EF%BC%8E/a', '/%E2%80%A5/a']],
    ['dot segment', ['/..%c0%afa', '/..%ef%bc%8fa']],
    ['backslash', ['/%5c', '/a%5Cb', '/%255c', '/..%5ca']],
    ['two slashes', ['//evil.example', '/%2fevil.example', '/%252Fevil.example']],
    ['control character', ['/a%0d%0aHost:%20x', '/%00', '/%7f', '/%250A', '/%c2%85']],
    ['cannot have', ['/a\r\nHost: x', '/a b', '/é', '/\u0000', '/a?b\n', '/a\tb', '/ｅvil', '/a?é']],
    ['fragment', ['/a#b', '/a?b#c']],
    [
      'starts with a slash',
      ['https://evil.example/a', 'a', '@evil.example/a', '.evil.example', ':80/a', '', '?a=1', '*', '\\a'],
    ],
    ['hexadecimal', ['/%u002e%u002e/a', '/100%', '/%zz', '/%2']],
    ['too many times', [`/%${'25'.repeat(9)}61`]],
  ])('refuses a %s', (what, rawTargets) => {
    for (const rawTarget of rawTargets) {
      expect(() => urlOf(rawTarget)).toThrow(ProxyRefusal);
      expect(() => urlOf(rawTarget)).toThrow(what);
    }
  });

  promise(
    'refuses dot segments that stay inside the base, and those that only the provider would decode',
    { without: ['dotSegmentsPass', 'encodedPathsPass'] },
    async () => {
      expect(() => urlOf('/a/../b')).toThrow(ProxyRefusal);
      expect(() => urlOf('/a/%252e%252e/b')).toThrow(ProxyRefusal);
    },
  );

  promise('replaces a credential in the query', { without: 'callersKeyPasses' }, async () => {
    expect(urlOf('/a?api_key=mine', { api_key: 'ours' })).toBe(`${base}/a?api_key=ours`);
  });

  it('has the query of the auth, and never the caller’s values of its keys', () => {
    const auth = { api_key: 's&c=r t', Sig: '1' };
    const added = 'api_key=s%26c%3Dr%20t&Sig=1';
    expect(urlOf('/a', auth)).toBe(`${base}/a?${added}`);
    expect(urlOf('/a?x=%7e+1&api_key=mine&y', auth)).toBe(`${base}/a?x=%7e+1&y&${added}`);
    for (const own of ['api_key', 'API_KEY=1', 'api%5Fkey=1', 'api%255fkey=1', 'api_key[]=1', 'api_key%5B0%5D=1'])
      expect(urlOf(`/a?${own}&y=1`, auth)).toBe(`${base}/a?y=1&${added}`);
    for (const own of ['+api_key=1', 'api.key=1', 'api+key=1', 'api_key%00=1', 'sig=2', 'sig'])
      expect(urlOf(`/a?y=1&${own}`, auth)).toBe(`${base}/a?y=1&${added}`);
    expect(urlOf('/a?y=1;api_key=2;z', auth)).toBe(`${base}/a?y=1;z&${added}`);
    expect(urlOf('/a?my_api_key=1&x=api_key&signature=2', auth)).toBe(
      `${base}/a?my_api_key=1&x=api_key&signature=2&${added}`,
    );
  });
});
