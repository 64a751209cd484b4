import { describe, expect, it } from '@jest/globals';
import { escape as mysqlLiteral } from 'mysql2';
import { literalOf, withLongTexts } from './long_text.ts';

const TEXTS = {
  nothing: '',
  'every character of ASCII': String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code)),
  'quotes only': '\\"'.repeat(9_000),
  'every unit of UTF-16': Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join(''),
  'an end that escapes': `a${'☃'.repeat(3)}\\`,
};

describe('the literal of a long text', () => {
  it.each(Object.entries(TEXTS))('is the one of mysql2: %s', (_name, text) => {
    expect(literalOf(text) === mysqlLiteral(text)).toBe(true);
  });

  it('is made of long texts only, and taken by mysql2 as it is', () => {
    const long = TEXTS['quotes only'];
    const [number, short, made] = withLongTexts([1, 'a', long]);
    expect([number, short]).toEqual([1, 'a']);
    expect(mysqlLiteral(made as string)).toBe(mysqlLiteral(long));
  });
});
