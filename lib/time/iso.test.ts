import { describe, expect, it } from '@jest/globals';
import { fromIso, toIso } from './iso.ts';

describe('RFC 3339', () => {
  it.each([
    ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2026-01-02T03:04:05.123456789Z', Date.UTC(2026, 0, 2, 3, 4, 5, 123)],
    ['2026-01-02T05:04:05+02:00', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2026-01-01T23:34:05-03:30', Date.UTC(2026, 0, 2, 3, 4, 5)],
    ['2024-02-29t00:00:00z', Date.UTC(2024, 1, 29)],
  ])('reads %s', (text, ms) => expect(fromIso(text)).toBe(ms));

  it.each([
    '',
    'now',
    '2026-01-02',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T23:59:60Z',
    '2026-01-02 03:04:05Z',
    '2026-01-02T03:04:05',
    '0000-00-00T00:00:00Z',
  ])('refuses %p', (text) => expect(fromIso(text)).toBeNull());

  it('writes what it reads', () => expect(fromIso(toIso(1_767_323_045_678))).toBe(1_767_323_045_678));
});
