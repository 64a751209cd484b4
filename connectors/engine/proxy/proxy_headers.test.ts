import { describe, expect, it } from '@jest/globals';
import { promise } from '../../../test/support/promise.ts';
import { aProvider } from '../../../test/support/read_pages.ts';
import { answerHeaders } from './answer_headers.ts';
import type { HeaderList } from './hop_headers.ts';
import { proxyHeaders } from './proxy_headers.ts';
import { ProxyRefusal } from './proxy_refusal.ts';

const provider = aProvider({}, { headers: { 'Acme-Version': '{{.version}}', Accept: 'application/acme' } });
const sent = (callers: HeaderList, headers: Record<string, string> = { 'X-Token': 'secret' }) =>
  proxyHeaders(callers, { provider, auth: { headers }, variables: { version: '7' } });
const own = [
  ['Acme-Version', '7'],
  ['Accept', 'application/acme'],
  ['X-Token', 'secret'],
];

describe('the headers of a proxied call', () => {
  it('are the caller’s in their order, the static ones of the file and the credentials', () => {
    const callers: HeaderList = [
      ['Content-Type', 'text/csv'],
      ['x-custom', 'a'],
      ['If-Match', '"1"'],
      ['X-Custom', 'caf\xe9\t'],
      ['Content-Encoding', 'gzip'],
    ];
    expect(sent(callers)).toEqual([...callers, ...own]);
  });

  it('have the caller’s value of a static header, never of a credential', () => {
    expect(
      sent([
        ['accept', 'text/plain'],
        ['acme-version', '8'],
        ['x-token', 'mine'],
        ['X_Token', 'mine'],
      ]),
    ).toEqual([
      ['accept', 'text/plain'],
      ['acme-version', '8'],
      ['X-Token', 'secret'],
    ]);
    expect(sent([], { accept: 'auth' })).toEqual([
      ['Acme-Version', '7'],
      ['accept', 'auth'],
    ]);
  });

  it.each([
    ['connection', 'keep-alive'],
    ['Keep-Alive', 'timeout=5'],
    ['TE', 'trailers'],
    ['Trailer', 'x'],
    ['Transfer-Encoding', 'chunked'],
    ['Proxy-Authorization', 'Basic x'],
    ['proxy-connection', 'close'],
    ['HTTP2-Settings', 'x'],
    ['Host', 'evil.example'],
    ['AUTHORIZATION', 'Bearer mine'],
    ['Cookie', 'session=1'],
    ['X-Api-Key', 'ours'],
    ['x_api_key', 'ours'],
    ['x-amp-project-id', '1'],
    ['X-Amp-Proxy-Version', '1'],
    ['content-length', '3'],
    ['Expect', '100-continue'],
    ['X-Forwarded-For', '10.0.0.1'],
    ['x-forwarded-host', 'evil.example'],
    ['Forwarded', 'for=10.0.0.1'],
    ['Via', '1.1 x'],
    ['X-Original-URL', '/admin'],
    ['X-Rewrite-URL', '/admin'],
  ])('do not have %s of the caller', (name, value) => {
    expect(sent([[name, value]])).toEqual(own);
  });

  promise('do not have the key of Causeway', { without: 'callersHeadersPass' }, async () => {
    expect(sent([['X-Api-Key', 'ours']])).toEqual(own);
  });

  promise("do not have the caller's own credential", { without: 'callersAuthorizationPasses' }, async () => {
    expect(sent([['Authorization', 'Bearer mine']])).toEqual(own);
  });

  it('do not have what Connection lists', () => {
    const callers: HeaderList = [
      ['x-one', '1'],
      ['Connection', 'close, X-One'],
      ['connection', ' x_two ,'],
      ['X-Two', '2'],
      ['x-three', '3'],
    ];
    expect(sent(callers)).toEqual([['x-three', '3'], ...own]);
    expect(sent([['Connection', 'x-token, acme-version']])).toEqual(own);
  });

  it.each<[string, HeaderList]>([
    [
      'both',
      [
        ['content-length', '1'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    [
      'several',
      [
        ['content-length', '1'],
        ['Content-Length', '2'],
      ],
    ],
    ['Upgrade', [['Upgrade', 'websocket']]],
    ['Upgrade', [['connection', 'keep-alive, UPGRADE']]],
    ['not allow', [['x', 'a\r\nb: c']]],
    ['not allow', [['x', 'a\0']]],
    ['not allow', [['x\n', 'a']]],
    ['not allow', [['', 'a']]],
    ['not allow', [['x', '\u{1F600}']]],
  ])('are refused: %s', (what, callers) => {
    expect(() => sent(callers)).toThrow(ProxyRefusal);
    expect(() => sent(callers)).toThrow(what);
  });

  it('fail with a credential that no header can have, which is not quoted', () => {
    expect(() => sent([], { 'X-Token': 'se\ncret' })).toThrow(
      "The connection's value for the header X-Token cannot be sent.",
    );
  });
});

describe('the headers of a proxied answer', () => {
  const mask = (text: string) => text.replaceAll('secret', '***');

  it('are the provider’s, with credentials masked', () => {
    const headers: HeaderList = [
      ['Content-Type', 'text/html'],
      ['Location', 'https://other.example/?api_key=secret&a=1'],
      ['Link', '<https://acme.example/?api_key=secret>; rel=next'],
      ['Content-Length', '12'],
      ['Content-Encoding', 'br'],
      ['Retry-After', '5'],
      ['ETag', '"1"'],
      ['WWW-Authenticate', 'Bearer'],
    ];
    expect(answerHeaders(headers, mask)).toEqual(
      headers.map(([name, value]) => [name, value.replaceAll('secret', '***')]),
    );
  });

  it.each([
    ['Set-Cookie', 'a=1'],
    ['set-cookie2', 'a=1'],
    ['Connection', 'close'],
    ['Transfer-Encoding', 'chunked'],
    ['Trailer', 'x'],
    ['Upgrade', 'h2c'],
    ['Proxy-Authenticate', 'Basic'],
    ['X-Amp-Retryable', 'true'],
    ['Access-Control-Allow-Origin', '*'],
    ['Strict-Transport-Security', 'max-age=1'],
    ['Clear-Site-Data', '"*"'],
    ['X-Split', 'a\r\nSet-Cookie: b'],
  ])('do not have %s', (name, value) => {
    expect(answerHeaders([[name, value]], mask)).toEqual([]);
  });

  it('do not have what Connection lists', () => {
    expect(
      answerHeaders(
        [
          ['X-Hop', '1'],
          ['connection', 'x-hop'],
        ],
        mask,
      ),
    ).toEqual([]);
  });
});
