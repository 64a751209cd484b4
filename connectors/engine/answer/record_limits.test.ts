import { describe, expect, it } from '@jest/globals';
import { ANSWER_LIMITS } from '../../../lib/http/answer_limits.ts';
import { parseJson } from '../../../lib/json/json.ts';
import { checkRecordSizes } from './record_limits.ts';

const limits = { ...ANSWER_LIMITS, recordBytes: 30_000 };

function limit(text: string) {
  const record = parseJson(text);
  return checkRecordSizes('Acme', [{ id: 7 }, record], { size: text.length, limits });
}

describe('the limits of a record', () => {
  it('S12: count the escapes of many short keys and values too', async () => {
    const list = (text: string) => `{"${text}":[${new Array(300).fill(`"${text}"`)}]}`;
    await expect(limit(list('x'.repeat(20)))).resolves.toBeUndefined();
    await expect(limit(list('\\u0001'.repeat(20)))).rejects.toThrow('more than 30000 bytes');
  });

  it.each([
    ['characters of one byte', 'x', 1],
    ['characters of two bytes', 'é', 2],
    ['characters of three bytes', '☃', 3],
    ['surrogate pairs', '😀', 4],
    ['quotes, as they are written', '\\"', 2],
    ['control characters, as they are written', '\\u0001', 6],
  ])('S12: count the UTF-8 bytes of keys and values in %s', async (_what, character, bytes) => {
    const record = (more: number) => `{"id":"","${'k'.repeat(14_998)}":"${character.repeat(15_000 / bytes + more)}"}`;
    // The key `id` takes two bytes.
    await expect(limit(record(0))).resolves.toBeUndefined();
    await expect(limit(record(1))).rejects.toThrow(
      'Acme sent a record of more than 30000 bytes (record 2 of the answer), so it was not read. Ask for fewer fields, or raise CAUSEWAY_RECORD_MAX_BYTES.',
    );
  });
});
