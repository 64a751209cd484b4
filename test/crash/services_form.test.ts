import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { crashScale } from './crash_scale.ts';
import { freezeFor, freezeReader, killEverything, killMariadb, killProcess, type Stage, wipeNats } from './faults.ts';
import { type Moment, momentsOver, shuffled } from './moments.ts';
import type { Kill } from './report.ts';
import { runServices } from './services_run.ts';

const { isFull, seeds } = crashScale();

/** Every process at least twice, and two of them again at the end; in full those that handle pages more often. */
const VICTIMS = [
  ...times(isFull ? 3 : 2, 'reads-1'),
  ...times(isFull ? 3 : 2, 'reads-2'),
  ...times(isFull ? 5 : 2, 'notifications'),
  ...times(isFull ? 4 : 2, 'installation'),
  ...times(isFull ? 3 : 2, 'identity'),
  ...times(isFull ? 3 : 2, 'gateway'),
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
const AT_THE_END = ['notifications', 'reads-1', 'reads-2'];

/** The faults other than kills. Each runs after this number of kills. The pages that they read count towards `OF_FAULTS`. */
const BEFORE_KILL: Record<number, (stage: Stage, pages: number) => Promise<void>> = {
  3: rollOut,
  5: wipeNats,
  7: freezeReader,
  9: killMariadb,
  11: killEverything,
};
const OF_FAULTS = 6;

describe('the services form', () => {
  it.each(seeds)(
    'delivers every record although processes, MariaDB, NATS with its store, and then all together are killed, and a reader is frozen past its lease (seed %i)',
    async (seed) => {
      const { violations, kills } = await runServices({
        name: 'services',
        records: isFull ? 5_000 : 2_000,
        trouble: (stage) => troubled(stage, seed),
      });
      for (const name of new Set(VICTIMS))
        expect(kills.filter((kill) => kill.name === name).length).toBeGreaterThanOrEqual(2);
      expect(kills.length).toBeGreaterThanOrEqual(isFull ? 20 : 15);
      expect(violations).toEqual([]);
    },
    600_000,
  );
});

async function troubled(stage: Stage, seed: number): Promise<Kill[]> {
  const { lab, backfill } = stage;
  const kills: Kill[] = [];
  const victims = shuffled(VICTIMS, seed);
  const freezes = isFull ? shuffled(FROZEN, seed) : [];
  const moments = momentsOver(lab.pages - OF_FAULTS, victims.length, { seed, spanMs: 100 });
  for (const [i, moment] of moments.entries()) {
    lab.gate.open(moment.pages);
    const pages = await backfill.committed(moment.pages);
    await BEFORE_KILL[i]?.(stage, pages);
    const frozen = i % 2 === 1 ? freezes.pop() : undefined;
    if (frozen) await freezeFor(3_000, stage, frozen);
    kills.push(await killAt(stage, moment, victims[i] ?? ''));
  }
  lab.gate.open(lab.pages);
  return [...kills, ...(await killAtTheEnd(stage))];
}

/** Kills after the last page, while its delivery, the result and the result's notification are in progress. */
async function killAtTheEnd(stage: Stage): Promise<Kill[]> {
  const pages = await stage.backfill.committed(stage.lab.pages);
  for (const name of AT_THE_END) await killProcess(stage, name);
  return AT_THE_END.map((name) => ({ name, pages }));
}

/** The processes drain. */
async function rollOut({ group }: Stage): Promise<void> {
  for (const name of ROLLED) await group.restart(name);
}

/** Two pages are fetched, committed and delivered meanwhile; the provider holds those after them. */
async function killAt(stage: Stage, { pages, afterMs }: Moment, name: string): Promise<Kill> {
  const seen = await stage.backfill.committed(pages);
  stage.lab.gate.open(seen + 2);
  await sleep(afterMs);
  await killProcess(stage, name);
  return { name, pages: seen };
}

function times(count: number, name: string): string[] {
  return Array.from({ length: count }, () => name);
}
