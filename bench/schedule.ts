import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startMariadb } from '../scripts/servers/mariadb.ts';
import { medianOf } from './measure/median.ts';
import { sizeOf } from './measure/size_of.ts';
import type { BenchResult } from './result.ts';
import { type Drained, drain } from './work/schedule_drain.ts';
import { openSchedules, type Schedules } from './work/schedule_table.ts';

const SIZES =
  process.env['CAUSEWAY_BENCH_SIZES']?.split(',').map(Number) ??
  sizeOf([1_000, 10_000, 100_000, 1_000_000], [200, 400]);
const ROUNDS = sizeOf(7, 1);
/** The max ratio of the time per schedule in any table to that in the smallest table. */
const ALLOWED = 1.5;
/** Holds a table of a million rows and its index; a production server of that size would have at least this. */
const BUFFER_POOL = '768M';

type Engine = { flatness: number; [figure: string]: unknown };

/**
 * The cost of finding, claiming and starting a due schedule, by table size and by number of due schedules. In
 * microseconds each, medians over rounds that alternate between the sizes, so that a pause of the machine affects all
 * sizes. The due rows are scattered over the table and were not touched since the load. Then two processes drain a
 * backlog at their usual pace.
 */
export async function benchSchedule(): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const server = await startMariadb({ dir: join(dir, 'mariadb'), bufferPool: BUFFER_POOL });
  try {
    const mariadb = await measure(async (name) => server.createSchema(name));
    const sqlite = await measure(async (name) => `sqlite:${join(dir, `${name}.db`)}`);
    const worst = Math.max(mariadb.flatness, sqlite.flatness);
    return {
      ratio: Number((ALLOWED / worst).toFixed(2)),
      failures: [], // A schedule that does not start, or starts twice, throws.
      allowed: ALLOWED,
      bufferPool: BUFFER_POOL,
      mariadb,
      sqlite,
    };
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function measure(urlOf: (name: string) => Promise<string>): Promise<Engine> {
  const tables: Schedules[] = [];
  for (const size of SIZES) tables.push(await openSchedules(await urlOf(`schedules_${size}`), size));
  const micros = new Map(tables.map(({ size }) => [size, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const table of tables) {
      const taken = await table.startRound(round);
      if (round > 0) micros.get(table.size)?.push(taken); // round 0 warms up
    }
  }
  const medians = tables.map(({ size }) => ({ size, micros: Math.round(medianOf(micros.get(size) ?? [])) }));
  const explain = await tables.at(-1)?.explain(ROUNDS + 1);
  const backlog = await drainLargest(tables);
  for (const table of tables) await table.close();
  const [first, ...others] = medians;
  const flatness = Math.max(...others.map((one) => one.micros / (first?.micros ?? 1)));
  return { flatness: Number(flatness.toFixed(2)), microsPerSchedule: medians, explain, drain: backlog };
}

/** Drains a hundred thousand schedules, or all if there are fewer. */
async function drainLargest(tables: readonly Schedules[]): Promise<Drained | undefined> {
  const table = tables.findLast(({ size }) => size <= 100_000);
  return table && drain(table);
}
