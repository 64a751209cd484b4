import { describe, expect, it } from '@jest/globals';
import { allowedOrigins, isAllowedOrigin, redirectTarget } from './billing_session.ts';

const allows = (url: string, origins: string[]) => isAllowedOrigin(redirectTarget(url) as URL, allowedOrigins(origins));

describe('where a session returns to', () => {
  it.each([
    ['https://app.example.com', 'https://app.example.com/'],
    ['HTTP://App.Example.com:80/a?b#c', 'http://app.example.com/a?b#c'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['https://app.example.com?next=//evil.example', 'https://app.example.com/?next=//evil.example'],
    ['https://app.example.com/a@b', 'https://app.example.com/a@b'],
  ])('%s is written out as %s', (text, href) => expect(redirectTarget(text)?.href).toBe(href));

  it.each([
    'javascript:alert(1)',
    'https:/app.example.com',
    'https://a@b.example/',
    'https://@b.example/',
    '//a.example',
  ])('%s is refused', (text) => expect(redirectTarget(text)).toBeNull());

  it('is anywhere, or on an origin that the operator names', () => {
    expect(allows('https://any.example/', [])).toBe(true);
    const origins = ['https://app.example.com/', 'http://localhost:3000'];
    expect(allows('https://app.example.com:443/x', origins)).toBe(true);
    expect(allows('http://localhost:3000', origins)).toBe(true);
    expect(allows('http://app.example.com/', origins)).toBe(false);
    expect(allows('https://x.app.example.com/', origins)).toBe(false);
  });

  it.each(['app.example.com', 'https://app.example.com/path', 'https://*.example.com/x', 'ftp://x.example'])(
    'is not named by %s',
    (text) => expect(() => allowedOrigins([text])).toThrow(text),
  );
});
