import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Backfill, startBackfill } from './backfill.ts';
import { violationsIn } from './checker.ts';
import { type CrashLab, LEASE_MS, startCrashLab } from './crash_lab.ts';
import { crashScale } from './crash_scale.ts';
import { type EmbeddedProcess, startEmbedded } from './embedded_process.ts';
import { momentsOver } from './moments.ts';
import { type Kill, reportRun } from './report.ts';
import { settled } from './settled.ts';

const { isFull, embeddedKills, seeds } = crashScale();
const RECORDS = isFull ? 5_000 : 2_000;
/** About the time of two pages. Ms. */
const SPAN_MS = 100;
const FROZEN_AT = Math.floor(embeddedKills / 2);

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

/** The provider holds the pages after those that a moment needs, so the read can't end before the last kill. */
async function killThrough({ lab, embedded, backfill, seed }: Run): Promise<Kill[]> {
  const kills: Kill[] = [];
  for (const { pages, afterMs } of momentsOver(lab.pages - 3, embeddedKills, { seed, spanMs: SPAN_MS })) {
    lab.gate.open(pages);
    const seen = await backfill.committed(pages);
    if (kills.length === FROZEN_AT) await freeze(embedded);
    lab.gate.open(seen + 2);
    await sleep(afterMs);
    kills.push(await kill(embedded, seen));
  }
  lab.gate.open(lab.pages);
  kills.push(await kill(embedded, await backfill.committed(lab.pages)));
  return kills;
}

async function kill({ process }: EmbeddedProcess, pages: number): Promise<Kill> {
  await process.kill('SIGKILL');
  await process.restart();
  return { name: 'embedded', pages };
}

/**
 * Freezes the process while it waits for a page. When it resumes, its own lease has expired, and it may not continue
 * the old read beside the new one.
 */
async function freeze({ process }: EmbeddedProcess): Promise<void> {
  await process.kill('SIGSTOP');
  await sleep(1.3 * LEASE_MS);
  await process.kill('SIGCONT');
}
