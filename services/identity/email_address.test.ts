import { describe, expect, it } from '@jest/globals';
import { canonicalEmail, domainOfEmail } from './email_address.ts';

describe('an e-mail address', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada@example.com ', 'ada@example.com'],
    ['ada+news@bücher.example', 'ada+news@xn--bcher-kva.example'],
    ['ADA@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['a@localhost', 'a@localhost'],
    ["o'brien@example.com", "o'brien@example.com"],
  ])('%s is compared as %s', (text, canonical) => expect(canonicalEmail(text)).toBe(canonical));

  it('is the same whether its accents are composed or not', () =>
    expect(canonicalEmail('rene\u0301@example.com')).toBe(canonicalEmail('ren\u00e9@example.com')));

  it.each([
    '',
    'x',
    '@example.com',
    'a@',
    'a@b@c',
    'a b@example.com',
    'a@exam ple.com',
    'a@example.com/x',
    'a@example.com:25',
    'a\u0000@example.com',
    'a\u200b@example.com',
    '\u212aate@example.com',
    '"a"@example.com',
    'Ada <ada@example.com>',
    `${'x'.repeat(65)}@example.com`,
    `a@${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(60)}.${'x'.repeat(20)}`,
  ])('%j is none', (text) => expect(canonicalEmail(text)).toBeNull());

  it('has a domain', () => expect(domainOfEmail('ada@example.com')).toBe('example.com'));
});
