import { describe, expect, it } from '@jest/globals';
import { isId, newId } from './ids.ts';

describe('ids', () => {
  const ids = Array.from({ length: 20_000 }, () => newId());

  it('are uuids of version 7 that begin with the time they were made at', () => {
    const ms = Number.parseInt((ids[0] as string).slice(0, 13).replace('-', ''), 16);
    expect(Math.abs(Date.now() - ms)).toBeLessThan(60_000);
    expect(ids.every((id) => isId(id) && id[14] === '7')).toBe(true);
  });
  it('rise, within a millisecond too, and never repeat', () => {
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
  it('share nothing but time and count', () => {
    expect(new Set(ids.map((id) => id.slice(24))).size).toBe(ids.length);
  });
  it('are told from names', () => {
    expect(isId('a-name')).toBe(false);
    expect(isId(`${newId()} `)).toBe(false);
  });
});
