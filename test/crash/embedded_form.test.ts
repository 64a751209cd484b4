import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Backfill, startBackfill } from './backfill.ts';
import { violationsIn } from './checker.ts';
import { crashScale } from './crash_scale.ts';
import { type CrashLab, LEASE, startCrashLab } from './crash_lab.ts';
import { type EmbeddedProcess, startEmbedded } from './embedded_process.ts';
import { momentsOver } from './moments.ts';
import { type Kill, reportRun } from './report.ts';
import { settled } from './settled.ts';

const RECORDS = 5_000;
const PAGE_MS = 100;
const FROZEN_AT = 10;
const { embeddedKills, seeds } = crashScale();

describe('the embedded form', () => {
  const cleanUp: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const undo of cleanUp.toReversed()) await undo();
  });

  it.each(seeds)(
    'delivers every record although it is killed repeatedly, and frozen past its lease (seed %i)',
    async (seed) => {
      const start = performance.now();
      const lab = await startCrashLab({ records: RECORDS });
      cleanUp.push(lab.stop);
      await lab.slowDown(PAGE_MS);
      const embedded = await startEmbedded(lab);
      cleanUp.push(() => embedded.process.stop());
      const backfill = await startBackfill(embedded.ready, lab);
      const kills = await killThrough({ lab, embedded, backfill, seed });
      await settled(backfill, lab);

      const violations = violationsIn(lab.ledger(), lab.promised);
      reportRun('embedded', kills, lab.ledger(), violations, performance.now() - start);
      expect(kills.length).toBeGreaterThanOrEqual(embeddedKills);
      expect(violations).toEqual([]);
    },
    600_000,
  );
});

type Run = { lab: CrashLab; embedded: EmbeddedProcess; backfill: Backfill; seed: number };

async function killThrough({ lab, embedded, backfill, seed }: Run): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const { pages, afterMs } of momentsOver(lab.pages, embeddedKills, { seed, spanMs: PAGE_MS })) {
    const seen = await backfill.committed(pages);
    if (seen >= lab.pages) throw new Error(`The read ended before kill ${kills.length + 1}.`);
    if (kills.length === FROZEN_AT) await freeze(lab, embedded);
    await sleep(afterMs);
    kills.push(await kill(embedded, seen));
  }
  kills.push(await kill(embedded, await backfill.committed(lab.pages)));
  return kills;
}

async function kill({ process }: EmbeddedProcess, pages: number): Promise<Kill> {
  await process.kill('SIGKILL');
  await process.restart();
  return { name: 'embedded', pages };
}

/**
 * Freezes the process during a page. When it resumes, its own lease has expired, and it may not continue the old read
 * beside the new one.
 */
async function freeze(lab: CrashLab, { process }: EmbeddedProcess): Promise<void> {
  await lab.slowDown(LEASE / 4);
  await sleep(LEASE / 2);
  await process.kill('SIGSTOP');
  await sleep(1.3 * LEASE);
  await process.kill('SIGCONT');
  await lab.slowDown(PAGE_MS);
}
