import { describe, expect, it } from '@jest/globals';
import { isOriginAllowed, originFault } from './origin.ts';

describe('an origin of a project', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:3000',
    'http://localhost',
    'http://127.0.0.1:*',
    'http://localhost:*',
    'https://localhost:*',
    'http://[::1]:5173',
    'http://[::1]:*',
  ])('may be %s', (text) => expect(originFault(text)).toBeNull());

  it.each([
    '',
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://app.example.com?x',
    'https://ann@app.example.com',
    'https://APP.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'https://app.example.com:*',
    'http://app.example.com',
    'http://localhost.example.com',
    'ftp://localhost',
    'javascript:alert(1)',
    'https://',
    `https://${'a'.repeat(300)}.example`,
  ])('may not be %s', (text) => expect(originFault(text)).toEqual(expect.any(String)));

  it('is allowed by its own entry, by any port of the local machine, or by *', () => {
    const allowed = ['https://app.example.com', 'http://localhost:*'];
    for (const origin of ['https://app.example.com', 'http://localhost:3000', 'http://localhost'])
      expect(isOriginAllowed(origin, allowed)).toBe(true);
    for (const origin of [
      'http://app.example.com',
      'https://app.example.com:8443',
      'http://localhost.evil.example:1',
      'null',
      '',
    ])
      expect(isOriginAllowed(origin, allowed)).toBe(false);
    expect([isOriginAllowed('https://any.example', ['*']), isOriginAllowed('https://any.example', [])]).toEqual([
      true,
      false,
    ]);
  });
});
