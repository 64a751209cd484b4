import process from 'node:process';
import { expect, it } from '@jest/globals';
import { Cron } from 'croner';
import { checkCron } from '../../lib/cron/check_cron.ts';
import { nextRun } from '../../lib/cron/next_run.ts';
import { makeJudgeSchedule } from '../../services/installation/usecases/judge_schedule.ts';
import { aRandomCron, garbledCron, seededRandom, type RandomCron } from '../support/random_cron.ts';
import { promise } from '../support/promise.ts';

const CRONS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 1_000 : 250;
const DAY = 86_400_000;
const [FIRST, LAST] = [Date.UTC(2000, 0, 1), Date.UTC(2028, 0, 2)];

/** By looking at every single run of 28 years until two are too close; the cron's own sets say which days and minutes, no parser of ours. */
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
  for (let i = 0; i < count; i += 1) found.push(nextRun(text, found.at(-1) ?? 0));
  return found.slice(1);
};

promise(
  'a schedule is taken when no two of its runs are ever less than ten minutes apart',
  { without: 'gaps' },
  async (rules) => {
    const judge = makeJudgeSchedule({ rules });
    const random = seededRandom(5);
    const judged = { taken: 0, refused: 0 };
    for (let i = 0; i < CRONS; i += 1) {
      const cron = aRandomCron(random);
      const least = bruteForceGap(cron);
      const isTaken = judge(cron.text, 10) === null;
      expect({ text: cron.text, least, isTaken }).toEqual({ text: cron.text, least, isTaken: least >= 10 });
      judged[isTaken ? 'taken' : 'refused'] += 1;
    }
    expect(Math.min(judged.taken, judged.refused)).toBeGreaterThan(CRONS / 10);
  },
);

it('runs when another reading of the same text says so, through leap years and around centuries', () => {
  const random = seededRandom(6);
  for (let i = 0; i < CRONS; i += 1) {
    const { text } = aRandomCron(random);
    if (checkCron(text)?.includes('never')) continue;
    const from = Date.UTC(2024 + Math.floor(random() * 80), Math.floor(random() * 12), 1 + Math.floor(random() * 28));
    const other = new Cron(text, { mode: '5-part', utcOffset: 0, paused: true }).nextRuns(5, new Date(from));
    expect({ text, runs: runs(text, from, other.length) }).toEqual({ text, runs: other.map((run) => run.getTime()) });
  }
});

it('refuses as cron what another reader refuses', () => {
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
