import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { startMariadb } from '../scripts/servers/mariadb.ts';
import { medianOf } from './median.ts';
import type { BenchResult } from './result.ts';
import { drain, type Drained } from './schedule_drain.ts';
import { openSchedules, type Schedules } from './schedule_table.ts';

const SIZES = (process.env['CAUSEWAY_BENCH_SIZES'] ?? '1000,10000,100000,1000000').split(',').map(Number);
const ROUNDS = 7;
/** Between the smallest table and any other, time for time. */
const ALLOWED = 1.5;
/** A table of a million rows and its index; what a server for so many would have at least. */
const BUFFER_POOL = '768M';

type Engine = { flatness: number; [figure: string]: unknown };

/**
 * What it costs to find, claim and start a schedule that is due, as the table grows and as many are due: microseconds
 * each, medians over rounds that take the sizes in turn, so that a pause of the machine meets them all. The rows that
 * come due lie scattered over the table and were not touched since it was loaded. Then a backlog, drained at the pace
 * of two processes.
 */
export async function benchSchedule(): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-bench-'));
  const server = await startMariadb({ dir: join(dir, 'mariadb'), bufferPool: BUFFER_POOL });
  try {
    const mariadb = await measure(async (name) => server.createSchema(name));
    const sqlite = await measure(async (name) => `sqlite:${join(dir, `${name}.db`)}`);
    const worst = Math.max(mariadb.flatness, sqlite.flatness);
    return { ratio: Number((ALLOWED / worst).toFixed(2)), allowed: ALLOWED, bufferPool: BUFFER_POOL, mariadb, sqlite };
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
      if (round > 0) micros.get(table.size)?.push(taken); // the first one warms up
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

/** Of a hundred thousand, or of as many as there are. */
async function drainLargest(tables: readonly Schedules[]): Promise<Drained | undefined> {
  const table = tables.findLast(({ size }) => size <= 100_000);
  return table && drain(table);
}
