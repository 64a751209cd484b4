import { describe, expect, it } from '@jest/globals';
import { relativeText, timeText } from './time_text.ts';

const AT = '2026-03-01T23:59:58.045Z';

describe('an instant as text', () => {
  it('is in UTC and says so, with milliseconds where they matter', () => {
    expect(timeText(AT, { zone: 'utc' })).toBe('2026-03-01 23:59:58 UTC');
    expect(timeText(AT, { zone: 'utc', withMs: true })).toBe('2026-03-01 23:59:58.045 UTC');
  });

  it("is in the reader's place, as its clock shows it", () => {
    const local = new Date(AT);
    const text = timeText(AT, { zone: 'local', withMs: true });
    expect(new Date(text.replace(' ', 'T')).getTime()).toBe(local.getTime());
    expect(text).not.toContain('UTC');
    expect(Number(text.slice(11, 13))).toBe(local.getHours());
  });

  it('stays as it is when it cannot be read', () => {
    expect(timeText('soon', { zone: 'utc' })).toBe('soon');
  });

  it('is told from now in the largest unit', () => {
    expect([relativeText(-119_000), relativeText(2 * 86_400_000), relativeText(0)]).toEqual([
      '1 minute ago',
      'in 2 days',
      'now',
    ]);
  });
});
