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
    const header = `theme=dark; ${one}=a=b; x; ${two}=c;${one}x=d`;
    expect([secretIn(header, one), secretIn(header, two), secretIn(header, 'none'), secretIn(undefined, one)]).toEqual([
      'a=b',
      'c',
      '',
      '',
    ]);
    expect([secretsIn(header, HTTPS), secretsIn(undefined, HTTPS)]).toEqual([['a=b', 'c'], []]);
    const many = Array.from({ length: 99 }, (_, n) => `${cookieName(String(n), HTTP)}=${n}`).join('; ');
    expect(secretsIn(many, HTTP)).toHaveLength(50);
  });

  it('S5: counts on https only if no other host can have planted it', () => {
    const planted = `${cookieName('one', HTTP)}=planted`;
    expect([secretsIn(planted, HTTPS), secretsIn(planted, HTTP)]).toEqual([[], ['planted']]);
  });
});
