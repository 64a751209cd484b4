import process from 'node:process';
import { expect, it } from '@jest/globals';
import { Cron } from 'croner';
import { checkCron } from '../../lib/cron/check_cron.ts';
import { nextRun } from '../../lib/cron/next_run.ts';
import { promise } from '../support/promise.ts';
import { aRandomCron, garbledCron, type RandomCron, seededRandom } from '../support/random_cron.ts';

const CRONS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 1_000 : 250;
const DAY = 86_400_000;
const [FIRST, LAST] = [Date.UTC(2000, 0, 1), Date.UTC(2028, 0, 2)];

/**
 * Enumerates every run of 28 years until two are too close. The generator defines days and minutes, so no parser of
 * ours is involved.
 */
function bruteForceGap({ isDay, times }: RandomCron): number {
  let least = Infinity;
  let before = -Infinity;
  for (let day = FIRST; day < LAST; day += DAY) {
    if (!isDay(new Date(day))) continue;
    for (const minute of times) {
      const run = day / 60_000 + minute;
      least = Math.min(least, run - before);
      if (least < 10) return least;
      before = run;
    }
  }
  return least;
}

const runs = (text: string, from: number, count: number) => {
  const found = [from];
  for (let i = 0; i < count; i += 1) found.push(nextRun({ cron: text }, found.at(-1) ?? 0));
  return found.slice(1);
};

promise(
  'a schedule is accepted exactly if no two of its runs are less than ten minutes apart',
  { without: 'gaps' },
  async () => {
    const random = seededRandom(5);
    const judged = { taken: 0, refused: 0 };
    for (let i = 0; i < CRONS; i += 1) {
      const cron = aRandomCron(random);
      const least = bruteForceGap(cron);
      const isTaken = checkCron(cron.text, 10) === null;
      expect({ text: cron.text, least, isTaken }).toEqual({ text: cron.text, least, isTaken: least >= 10 });
      judged[isTaken ? 'taken' : 'refused'] += 1;
    }
    expect(Math.min(judged.taken, judged.refused)).toBeGreaterThan(CRONS / 10);
  },
);

it('a schedule runs at the times that another cron parser computes, through leap years and turns of centuries', () => {
  const random = seededRandom(6);
  for (let i = 0; i < CRONS; i += 1) {
    const { text } = aRandomCron(random);
    if (checkCron(text)?.includes('never')) continue;
    const from = Date.UTC(2024 + Math.floor(random() * 80), Math.floor(random() * 12), 1 + Math.floor(random() * 28));
    const other = new Cron(text, { mode: '5-part', utcOffset: 0, paused: true }).nextRuns(5, new Date(from));
    expect({ text, runs: runs(text, from, other.length) }).toEqual({ text, runs: other.map((run) => run.getTime()) });
  }
});

it('a cron that another parser refuses is refused', () => {
  const random = seededRandom(7);
  for (let i = 0; i < CRONS * 10; i += 1) {
    const text = garbledCron(random);
    expect({ text, isCron: checkCron(text, 0) === null || /never/.test(checkCron(text, 0) ?? '') }).toEqual({
      text,
      isCron: isCronOfOthers(text),
    });
  }
});

function isCronOfOthers(text: string): boolean {
  try {
    return Boolean(new Cron(text, { mode: '5-part', utcOffset: 0, paused: true }));
  } catch {
    return false;
  }
}
