import { expect, it } from '@jest/globals';
import { INVISIBLE_CHARACTERS } from './invisible.ts';

it('has exactly the control, format, line, paragraph and surrogate characters of Unicode', () => {
  const [listed, meant] = [new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'u'), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u];
  const differing: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (listed.test(character) !== meant.test(character)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});

it('needs no categories, which expressions of other languages do not have', () => {
  expect(INVISIBLE_CHARACTERS).not.toMatch(/\\[pu]\{/);
});
