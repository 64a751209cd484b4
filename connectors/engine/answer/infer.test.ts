import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../../lib/json/json.ts';
import { inferIdPath, inferRecordsPath } from './infer.ts';

describe('inferIdPath', () => {
  const keys = Array.from({ length: 5000 }, (_, i) => `k${i}_id`);
  const wide: JsonObject = Object.fromEntries(keys.map((key) => [key, 'same']));
  const counting = (record: JsonObject) => {
    const looks = { count: 0 };
    const getOwnPropertyDescriptor = (target: JsonObject, key: string | symbol) => {
      looks.count += 1;
      return Reflect.getOwnPropertyDescriptor(target, key);
    };
    return { looks, record: new Proxy(record, { getOwnPropertyDescriptor }) };
  };

  it('limits the number of keys that it tries on all records', () => {
    const { looks, record } = counting(wide);
    expect(inferIdPath([wide, record], 'things')).toBeNull();
    expect(looks.count).toBeGreaterThan(0);
    expect(looks.count).toBeLessThanOrEqual(100);
  });

  it('drops a key at the first record with a missing or repeated value', () => {
    const { looks, record } = counting(wide);
    expect(inferIdPath([wide, { k1_id: 'same' }, record], 'things')).toBeNull();
    expect(looks.count).toBe(0);
  });
});

describe('keys of many megabytes', () => {
  it('are never names of lists or ids', () => {
    const long = `${"\\'".repeat(5_000_000)}_id`;
    expect(inferRecordsPath({ [long]: [{ id: 1 }] }, 'things')).toBeNull();
    expect(inferIdPath([{ [long]: 1 }], 'things')).toBeNull();
  });
});
