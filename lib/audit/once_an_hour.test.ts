import { describe, expect, it } from '@jest/globals';
import { onceAnHour } from './once_an_hour.ts';

const HOUR = 3_600_000;

describe('what is noted once an hour', () => {
  it('is due at first, and again an hour after it was noted; each by itself', () => {
    const reveals = onceAnHour();
    expect(reveals.isDue(['ada', 'one'], 0)).toBe(true);
    expect(reveals.isDue(['ada', 'one'], 1)).toBe(true); // not stored yet
    reveals.note(['ada', 'one'], 1);
    expect(reveals.isDue(['ada', 'one'], HOUR)).toBe(false);
    expect(reveals.isDue(['ada', 'two'], 2)).toBe(true);
    expect(reveals.isDue(['a', 'da', 'one'], 2)).toBe(true);
    expect(reveals.isDue(['ada', 'one'], HOUR + 1)).toBe(true);
  });

  it('keeps no more than it must', () => {
    const reveals = onceAnHour();
    for (let i = 0; i < 10_001; i += 1) reveals.note([String(i)], 0);
    expect([reveals.isDue(['0'], 1), reveals.isDue(['1'], 1), reveals.isDue(['10000'], 1)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
