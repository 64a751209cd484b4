import { describe, expect, it } from '@jest/globals';
import { checkCron } from './check_cron.ts';

describe('checkCron', () => {
  it.each([
    '*/10 * * * *',
    '0 * * * *',
    '15 3 * * MON-FRI',
    '0 0 29 2 *',
    '0 0 30 2 MON',
    '0,30 9-17 1,15 jan-jun *',
    '59 23 31 12 *',
    '0 0 * * 5-7',
    '55 23,0 1 * *',
  ])('takes %s', (text) => {
    expect(checkCron(text)).toBeNull();
  });

  it.each([
    ['', /five fields/],
    ['@daily', /five fields/],
    ['0 * * * * *', /five fields/],
    ['hello there you cron tab', /numbers, names/],
    ['0 0 L * *', /numbers, names/],
    ['0 0 ? * *', /numbers, names/],
    ['61 * * * *', /not a valid/],
    ['0 25 * * *', /not a valid/],
    ['0 0 0 * *', /not a valid/],
    ['0 0 * * 8', /not a valid/],
    ['0 0 * mon *', /not a valid/],
    ['5/10 * * * *', /not a valid/],
    ['50-10 * * * *', /not a valid/],
    ['*/0 * * * *', /not a valid/],
    ['1,,2 * * * *', /not a valid/],
    ['* * * * *', /10 minutes: at 00:00 and 00:01/],
    ['*/5 * * * *', /10 minutes/],
    ['*/9 * * * *', /10 minutes/],
    ['0,55 * * * *', /10 minutes: at 00:55 and 01:00/],
    ['0,55 0,2,4,6,8,10,12,14,16,18,20,23 * * *', /10 minutes: at 23:55 and 00:00/],
    ['0 0 30 2 *', /never runs/],
    ['0 0 31 4,6 *', /never runs/],
  ])('refuses %s', (text, reason) => {
    expect(checkCron(text)).toMatch(reason);
  });

  it.each([
    ['the last day of a year and the first of the next', '0,55 0,23 1,31 1,12 *'],
    ['a leap day and the day before', '0,55 0,23 28,29 2 *'],
    ['a date that sometimes follows a weekday', '0,55 0,23 29 2 MON'],
    ['a Sunday and a Monday', '0,55 0,23 * * 1,7'],
  ])('finds a gap across midnight between %s, years away', (_, text) => {
    expect(checkCron(text)).toMatch(/at 23:55 and 00:00/);
  });

  it.each(['0,55 0,23 1,31 3,5 *', '0,55 0,23 29 2 *', '0,55 0,23 * * 1,3', '0,55 0,23 1,29 2 *'])(
    'lets the same times be where no two days that match follow each other: %s',
    (text) => {
      expect(checkCron(text)).toBeNull();
    },
  );

  it('holds a schedule to another gap when asked', () => {
    expect(checkCron('*/30 * * * *', 60)).toMatch(/60 minutes/);
    expect(checkCron('0 * * * *', 60)).toBeNull();
  });
});
