import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase } from '../lib/db/open.ts';
import { silentLog as log } from '../lib/log/log.ts';
import type { PurgeRule } from '../lib/retention/purge.ts';
import { startPurger } from '../lib/retention/purger.ts';
import { purgeRulesOf } from '../lib/retention/retention.ts';
import { systemClock as clock } from '../lib/time/clock.ts';
import { retentions as notificationsRetentions } from '../services/notifications/jobs/retention.ts';
import { sqlStores as notificationsStores } from '../services/notifications/stores.ts';
import { retentions as readsRetentions } from '../services/reads/jobs/retention.ts';
import { sqlStores as readsStores } from '../services/reads/stores.ts';
import { startReceiverProcess, startSandboxProcess } from '../testbed/ready_process.ts';
import type { ReceiverStats } from '../testbed/receiver_process.ts';
import { startEmbeddedProcess } from './measure/platform_process.ts';
import { sizeOf } from './measure/size_of.ts';
import { whileRunning } from './measure/while_running.ts';
import type { BenchResult } from './result.ts';
import { arrived, installSmallReads } from './work/small_reads.ts';

const OPERATIONS = Number(process.env['CAUSEWAY_BENCH_OPERATIONS'] ?? sizeOf(10_000, 16));
const DAY_MS = 24 * 3_600_000;
const AGE = 200 * DAY_MS;
/** The first digits of ids of long ago. */
const OLD_ID = '01800000';
const RETENTION = { retention: 7 * DAY_MS, logRetentionDays: 30, operationRetentionDays: 90 };
const TABLES = {
  reads: ['operations', 'operation_logs', 'operation_pages', 'messages', 'inbox'],
  notifications: ['deliveries', 'attempts', 'inbox'],
};

type Urls = { sandboxUrl: string; receiverUrl: string };

/**
 * First, triggered reads of one record each fill the tables, at full speed and with every record delivered. Then the
 * same rows are made 200 days old and purged without other work: `ratio` is the speed of purging divided by the speed
 * of filling (goal: 3). Last, the reads run again on two copies of the data: with old rows, which are purged meanwhile,
 * and without. `cost` is the part of the read rate that purging costs (goal: 0.1).
 */
export async function benchRetention(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-retention-'));
  const [sandbox, receiver] = [await startSandboxProcess(['--records', '1']), await startReceiverProcess()];
  const urls = { sandboxUrl: sandbox.url, receiverUrl: receiver.url };
  const copyOf = (name: string) => {
    cpSync(join(folder, 'filled'), join(folder, name), { recursive: true });
    return join(folder, name);
  };
  try {
    const fillMs = await read(join(folder, 'filled'), urls, 'fill');
    const aged = copyOf('aged');
    await eachDatabase(aged, makeOld);
    const purged = await purgeAlone(aged);
    const left = await rowsIn(aged, 'old');
    const beside = copyOf('beside');
    await eachDatabase(beside, makeOld);
    // In tiny size the reads of the beginning stand for those without old rows, which saves a start.
    const plainMs = await sizeOf(
      () => read(copyOf('plain'), urls, 'plain'),
      async () => fillMs,
    )();
    const besideMs = await read(beside, urls, 'beside');
    return {
      ratio: round(fillMs / purged.ms),
      // The last operation of each object is kept.
      failures: left > OPERATIONS / 2 ? [`${left} of ${OPERATIONS} old operations were not purged.`] : [],
      operations: OPERATIONS,
      readsPerSecond: round((OPERATIONS * 1_000) / fillMs),
      purgedRows: purged.rows,
      purgedRowsPerSecond: round((purged.rows * 1_000) / purged.ms),
      cost: round(1 - plainMs / besideMs),
      readsPerSecondAfter: { plain: perSecond(plainMs), besideAPurge: perSecond(besideMs) },
      oldRowsLeft: await rowsIn(beside, 'old'),
    };
  } finally {
    for (const running of [receiver, sandbox]) await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Milliseconds for the reads, deliveries included. */
function read(dataDir: string, urls: Urls, name: string): Promise<number> {
  return whileRunning(async (keep) => {
    const platform = keep(await startEmbeddedProcess({ CAUSEWAY_GATEWAY_RATE_LIMITS: 'false' }, dataDir));
    const before = await recordsAt(urls.receiverUrl);
    const triggers = await installSmallReads(platform.ready, { ...urls, name });
    const started = performance.now();
    let done = 0;
    const runner = async (trigger: () => Promise<void>) => {
      for (; done < OPERATIONS; done += 1) await trigger();
    };
    await Promise.all(triggers.map(runner));
    await arrived(urls.receiverUrl, before + OPERATIONS);
    return performance.now() - started;
  });
}

async function recordsAt(receiverUrl: string): Promise<number> {
  return ((await (await fetch(new URL('/stats', receiverUrl))).json()) as ReceiverStats).records;
}

/** With the purgers of the services, as they run in production. */
async function purgeAlone(dataDir: string): Promise<{ ms: number; rows: number }> {
  const before = await rowsIn(dataDir, 'all');
  const started = performance.now();
  await eachDatabase(dataDir, async (db, service) => {
    const purges: PurgeRule[] =
      service === 'reads'
        ? purgeRulesOf(readsRetentions(RETENTION), { stores: readsStores(db), clock })
        : purgeRulesOf(notificationsRetentions({ ...RETENTION, undeliveredRetention: 0 }), {
            stores: notificationsStores(db),
            clock,
          });
    const purger = startPurger({ purges, log, idleMs: 50 });
    for (let last = -1, rows = 0; rows !== last; await sleep(500)) {
      last = rows;
      rows = await countIn(db, TABLES[service]);
    }
    await purger.stop();
  });
  return { ms: performance.now() - started, rows: before - (await rowsIn(dataDir, 'all')) };
}

/** As if all had happened 200 days ago, except for one event of each producer. */
async function makeOld(db: Db, service: 'reads' | 'notifications'): Promise<void> {
  const times = (table: string, ...columns: string[]) =>
    db(table).update(Object.fromEntries(columns.map((column) => [column, db.raw('?? - ?', [column, AGE])])));
  const ids = (table: string, column: string) =>
    db(table).update({ [column]: db.raw('? || substr(??, 9)', [OLD_ID, column]) });
  await times('inbox', 'create_time');
  for (const producer of ['reads', 'installation', 'notifications'])
    await db('inbox').insert({ event_id: `${producer}-new`, producer, create_time: Date.now() - DAY_MS / 12 });
  if (service === 'notifications') return void (await times('deliveries', 'update_time'));
  await ids('operations', 'id');
  for (const table of ['operation_logs', 'operation_pages', 'messages', 'kept_pages']) await ids(table, 'operation_id');
  await times('operations', 'update_time');
  await times('operation_logs', 'create_time');
  await times('operation_pages', 'create_time');
  await times('messages', 'settle_time');
}

async function eachDatabase(
  dataDir: string,
  work: (db: Db, service: 'reads' | 'notifications') => Promise<void>,
): Promise<void> {
  for (const service of ['reads', 'notifications'] as const) {
    const db = openDatabase(`sqlite:${join(dataDir, `${service}.db`)}`);
    await work(db, service);
    await db.destroy();
  }
}

/** Rows of the tables that grow with each read; `old`: operations of long ago only. */
async function rowsIn(dataDir: string, which: 'all' | 'old'): Promise<number> {
  let rows = 0;
  await eachDatabase(dataDir, async (db, service) => {
    if (which === 'all') rows += await countIn(db, TABLES[service]);
    else if (service === 'reads') rows += await countIn(db, ['operations'], `${OLD_ID}~`);
  });
  return rows;
}

async function countIn(db: Db, tables: readonly string[], below?: string): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const query = db(table).count({ n: '*' });
    const [row] = await (below ? query.where('id', '<', below) : query);
    rows += Number(row?.['n'] ?? 0);
  }
  return rows;
}

function perSecond(ms: number): number {
  return round((OPERATIONS * 1_000) / ms);
}

function round(number: number): number {
  return Number(number.toFixed(2));
}
