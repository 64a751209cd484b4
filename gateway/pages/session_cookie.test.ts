import { describe, expect, it } from '@jest/globals';
import { sessionCookie } from './session_cookie.ts';

describe('the cookie of a session', () => {
  it('has the __Host- prefix on https, and is read under that name alone', () => {
    const cookie = sessionCookie('causeway-console', 'https://causeway.example.com/base');
    const set = cookie.set('abc', 60);
    expect(set).toBe('__Host-causeway-console=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure');
    expect(cookie.read('x=1; __Host-causeway-console=abc; y=2')).toBe('abc');
    expect(cookie.read('causeway-console=planted')).toBe('');
    expect(cookie.read('\u00a0__Host-causeway-console=planted')).toBe('');
  });

  it('is a plain cookie on http, and is cleared with an age of 0', () => {
    const cookie = sessionCookie('causeway-console', 'http://127.0.0.1:8080');
    expect(cookie.set('abc', 60)).not.toContain('Secure');
    expect(cookie.read(undefined)).toBe('');
    expect(cookie.clear()).toContain('Max-Age=0');
  });
});
