import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { settings } from '../../services/reads/config.ts';
import { startBackfill } from './backfill.ts';
import { violationsIn } from './checker.ts';
import { type CrashLab, startCrashLab } from './crash_lab.ts';
import { startEmbedded } from './embedded_process.ts';
import type { Stage } from './faults.ts';
import { runServices } from './services_run.ts';
import { settled } from './settled.ts';

const RECORDS = 2_500;
const PAGE_MS = 250;
const PROMISED = 10_000;

/** The production defaults; other crash tests set shorter ones. */
const AS_THEY_ARE = {
  CAUSEWAY_READS_LEASE_MS: settings.lease.fallback,
  CAUSEWAY_READS_POLL_MS: settings.poll.fallback,
};

/** Promise 3 of docs/promises.md: how long a read stops when its worker is killed, with the default settings. */
describe('a read whose worker is killed resumes within ten seconds', () => {
  const cleanUp: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const undo of cleanUp.toReversed()) await undo();
  });

  it('in the services form, by another replica', async () => {
    const pauses: number[] = [];
    const { violations } = await runServices({
      name: 'takeover',
      records: RECORDS,
      environment: AS_THEY_ARE,
      async trouble(stage) {
        await stage.lab.slowDown(PAGE_MS);
        await stage.backfill.committed(3);
        // One of the two reads. Killing both, one after the other, kills the reader at least once.
        for (const name of ['reads-1', 'reads-2']) pauses.push(await killed(stage, name));
        return [];
      },
    });
    process.stderr.write(`takeover: the read stopped for ${pauses.map(Math.round).join(' and ')} ms\n`);
    expect(Math.max(...pauses)).toBeGreaterThan(1_000);
    expect(Math.max(...pauses)).toBeLessThan(PROMISED);
    expect(violations).toEqual([]);
  }, 240_000);

  it('in the embedded form, by the process that takes its place', async () => {
    const lab = await startCrashLab({ records: RECORDS });
    cleanUp.push(lab.stop);
    lab.environment = { ...lab.environment, ...AS_THEY_ARE };
    await lab.slowDown(PAGE_MS);
    const embedded = await startEmbedded(lab);
    cleanUp.push(() => embedded.process.stop());
    const backfill = await startBackfill(embedded.ready, lab);
    await backfill.committed(3);
    await embedded.process.kill('SIGKILL');
    const asked = await lab.pagesAsked();
    await embedded.process.restart();
    const start = performance.now(); // the start-up time of a process depends on the machine
    const pause = await nextPage(lab, asked, start);
    process.stderr.write(`takeover: the read stopped for ${Math.round(pause)} ms in the embedded form\n`);
    expect(pause).toBeLessThan(PROMISED);
    await settled(backfill, lab);
    expect(violationsIn(lab.ledger(), lab.promised)).toEqual([]);
  }, 240_000);
});

async function killed({ lab, group }: Stage, name: string): Promise<number> {
  const start = performance.now();
  await group.process(name).kill('SIGKILL');
  await sleep(PAGE_MS); // by now its last request has been answered
  const pause = await nextPage(lab, await lab.pagesAsked(), start);
  await group.restart(name);
  return pause;
}

/** The time from `start` until the provider was asked for another page. */
async function nextPage(lab: CrashLab, asked: number, start: number): Promise<number> {
  while (performance.now() < start + 3 * PROMISED) {
    if ((await lab.pagesAsked()) > asked) return performance.now() - start;
    await sleep(25);
  }
  return performance.now() - start;
}
