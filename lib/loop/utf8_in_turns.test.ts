import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import { utf8InTurns } from './utf8_in_turns.ts';

describe('UTF-8 in turns', () => {
  it.each([
    ['a pair', '\ud83d\ude42'],
    ['a lone surrogate and a pair', '\ud83d\ud83d\ude42'],
    ['lone surrogates', '\ud83d\ud83d\ude42\ude42'],
  ])('gives the bytes of the whole text with %s between two portions', async (_what, between) => {
    for (let before = 256 * 1024 - 4; before <= 256 * 1024; before += 1) {
      const text = `${'x'.repeat(before)}${between}${'y'.repeat(10)}`;
      expect((await utf8InTurns(text)).equals(Buffer.from(text))).toBe(true);
    }
  });
});
