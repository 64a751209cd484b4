import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { newId } from './ids.ts';
import { idOfPageToken, invalidPageToken, pageTokens } from './page_token.ts';

const REFUSED = expect.objectContaining({
  kind: 'invalidArgument',
  detail: 'The page token is invalid.',
  extras: {
    issues: [{ in: 'query', name: 'pageToken', detail: 'Must be the nextPageToken of an earlier response.' }],
  },
});
const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a page token', () => {
  const tokens = pageTokens('o1');

  it('is read as it was written, with and without numbers', () => {
    const id = newId();
    expect(tokens.read(tokens.write(id))).toEqual([id]);
    expect(tokens.read(tokens.write(id, 7, 1_800_000_000_000))).toEqual([id, 7, 1_800_000_000_000]);
  });

  it.each([
    ['no token', 'nonsense'],
    ['nothing', ''],
    ['one of another list', pageTokens('r1').write(newId())],
    ['no id', encoded('o1:7')],
    ['no number', encoded(`o1:${newId()}:7x`)],
    ['a number that is too long', encoded(`o1:${newId()}:${'9'.repeat(16)}`)],
  ])('is refused when it is %s, and the problem says what it must be', (_what, token) => {
    expect(() => tokens.read(token)).toThrow(REFUSED);
  });

  it('that is an id is refused when it is none; the first page has none', () => {
    const id = newId();
    expect([idOfPageToken(id), idOfPageToken('')]).toEqual([id, '']);
    expect(() => idOfPageToken(`${id}x`)).toThrow(REFUSED);
  });

  it('is said to be where the list has it', () => {
    expect(invalidPageToken('Must be elsewhere.').extras.issues).toEqual([
      { in: 'query', name: 'pageToken', detail: 'Must be elsewhere.' },
    ]);
  });
});
