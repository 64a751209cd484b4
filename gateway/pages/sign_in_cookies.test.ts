import { describe, expect, it } from '@jest/globals';
import { cookieName, newSecret, secretIn, secretsIn, setCookie } from './sign_in_cookies.ts';

const HTTPS = 'https://causeway.example';
const HTTP = 'http://localhost:8080';

describe('the cookie of a sign-in', () => {
  it('S5: belongs to this host alone where it can, and scripts and other sites never get it', () => {
    const name = cookieName('token', HTTPS);
    expect(name).toMatch(/^__Host-causeway-sign-in-[0-9a-f]{12}$/);
    expect(setCookie(name, 's', HTTPS)).toBe(`${name}=s; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure`);
    const plain = cookieName('token', HTTP);
    expect([plain, setCookie(plain, 's', HTTP)]).toEqual([
      name.replace('__Host-', ''),
      `${plain}=s; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`,
    ]);
  });

  it('S5: is one for each sign-in, with a secret that nobody guesses', () => {
    expect(cookieName('one', HTTPS)).not.toBe(cookieName('two', HTTPS));
    expect(newSecret()).not.toBe(newSecret());
    expect(newSecret()).toHaveLength(43);
  });

  it('is found among others', () => {
    const [one, two] = [cookieName('one', HTTPS), cookieName('two', HTTPS)];
    const [a, c] = [newSecret(), newSecret()];
    const header = `theme=dark; ${one}=${a}; x; ${two}=${c};${one}x=${newSecret()}`;
    expect([secretIn(header, one), secretIn(header, two), secretIn(header, 'none'), secretIn(undefined, one)]).toEqual([
      a,
      c,
      '',
      '',
    ]);
    expect([secretsIn(header, HTTPS), secretsIn(undefined, HTTPS)]).toEqual([[a, c], []]);
    const many = Array.from({ length: 99 }, (_, n) => `${cookieName(String(n), HTTP)}=${newSecret()}`).join('; ');
    expect(secretsIn(many, HTTP)).toHaveLength(50);
  });

  it('S5: counts on https only if no other host can have planted it', () => {
    const secret = newSecret();
    const planted = `${cookieName('one', HTTP)}=${secret}`;
    expect([secretsIn(planted, HTTPS), secretsIn(planted, HTTP)]).toEqual([[], [secret]]);
  });

  it('S5: is found by its exact name, and only with a value that we made', () => {
    const [name, secret] = [cookieName('one', HTTPS), newSecret()];
    for (const space of ['\u00a0', '\u2003', '\ufeff', '\v'])
      for (const planted of [`${space}${name}=${secret}`, `${name}${space}=${secret}`, `${name}=${space}${secret}`])
        expect([secretsIn(planted, HTTPS), secretIn(planted, name)]).toEqual([[], '']);
    for (const value of ['', 'planted', `${secret}x`, secret.slice(1), `${secret.slice(1)}%`])
      expect([secretsIn(`${name}=${value}`, HTTPS), secretIn(`${name}=${value}`, name)]).toEqual([[], '']);
    expect(secretIn(` \t${name} = ${secret}\t`, name)).toBe(secret);
  });
});
