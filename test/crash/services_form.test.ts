import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { crashScale } from './crash_scale.ts';
import {
  BRISK,
  freezeFor,
  freezeReader,
  killEverything,
  killMariadb,
  killProcess,
  restartProcess,
  type Stage,
  wipeNats,
} from './faults.ts';
import { type Moment, momentsOver, shuffled } from './moments.ts';
import type { Kill } from './report.ts';
import { runServices } from './services_run.ts';

/** Every process at least twice; those that handle pages more often. */
const VICTIMS = [
  ...times(3, 'reads-1'),
  ...times(3, 'reads-2'),
  ...times(5, 'notifications'),
  ...times(4, 'installation'),
  ...times(3, 'identity'),
  ...times(3, 'gateway'),
];

const ROLLED = ['reads-1', 'reads-2', 'notifications', 'gateway'];
const FROZEN = [
  'mariadb',
  'nats',
  'notifications',
  'notifications',
  'installation',
  'identity',
  'gateway',
  'reads-1',
  'reads-2',
];
const { isFull, seeds } = crashScale();
const AT_THE_END = ['notifications', 'reads-1', 'reads-2'];

/** The other faults, by the number of kills before them. */
const BEFORE_KILL: Record<number, (stage: Stage) => Promise<void>> = {
  4: rollOut,
  7: wipeNats,
  12: freezeTheReader,
  16: killMariadb,
  19: killEverything,
};

/** One is usually enough; on a busy machine a replica is more often frozen inside a transaction. */
const MAX_FREEZES = 4;

describe('the services form', () => {
  it.each(seeds)(
    'delivers every record although processes, MariaDB, NATS with its store, and then all together are killed, and a reader is frozen past its lease (seed %i)',
    async (seed) => {
      const { violations, kills } = await runServices({
        name: 'services',
        records: 5_000,
        trouble: (stage) => troubled(stage, seed),
      });
      for (const name of new Set(VICTIMS))
        expect(kills.filter((kill) => kill.name === name).length).toBeGreaterThanOrEqual(2);
      expect(kills.length).toBeGreaterThanOrEqual(20);
      expect(violations).toEqual([]);
    },
    600_000,
  );
});

async function troubled(stage: Stage, seed: number): Promise<Kill[]> {
  const kills: Kill[] = [];
  const victims = shuffled(VICTIMS, seed);
  const freezes = isFull ? shuffled(FROZEN, seed) : [];
  const moments = momentsOver(stage.lab.pages - 20, victims.length, { seed, spanMs: 100 });
  for (const [i, moment] of moments.entries()) {
    await BEFORE_KILL[i]?.(stage);
    const frozen = i % 2 === 1 ? freezes.pop() : undefined;
    if (frozen) await freezeFor(3_000, stage, frozen);
    kills.push(await killAt(stage, moment, victims[i] ?? ''));
  }
  return [...kills, ...(await killAtTheEnd(stage))];
}

/** Kills after the last page, while its delivery, the result and the result's notification are in progress. */
async function killAtTheEnd(stage: Stage): Promise<Kill[]> {
  const pages = await stage.backfill.committed(stage.lab.pages);
  for (const name of AT_THE_END) await killProcess(stage, name);
  return AT_THE_END.map((name) => ({ name, pages }));
}

async function rollOut(stage: Stage): Promise<void> {
  for (const name of ROLLED) await restartProcess(stage, name);
}

/** A frozen replica may hold locks that block the other one. Then the freeze proves nothing and is repeated. */
async function freezeTheReader(stage: Stage): Promise<void> {
  let isOvertaken = false;
  for (let tries = 0; tries < MAX_FREEZES && !isOvertaken; tries += 1) isOvertaken = await freezeReader(stage);
  await stage.lab.slowDown(BRISK);
  expect(isOvertaken).toBe(true);
}

async function killAt(stage: Stage, { pages, afterMs }: Moment, name: string): Promise<Kill> {
  const seen = await stage.backfill.committed(pages);
  if (seen >= stage.lab.pages) throw new Error('The read ended before everything was killed.');
  await sleep(afterMs);
  await killProcess(stage, name);
  return { name, pages: seen };
}

function times(count: number, name: string): string[] {
  return Array.from({ length: count }, () => name);
}
