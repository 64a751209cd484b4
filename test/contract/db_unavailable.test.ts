import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isTransient } from '../../lib/db/errors.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { runOutsideScope } from '../../lib/db/transaction_guard.ts';
import { type Mariadb, startMariadb } from '../../scripts/servers/mariadb.ts';

/** Each thread stops by itself, so on a busy machine one may still answer shortly after the signal. */
const STANDING_STILL = 250;

/** A service's view of a database server that is stopped, killed and restarted. */
describe('an unavailable database', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-away-'));
  let server: Mariadb;
  let db: Db;

  beforeAll(async () => {
    server = await startMariadb({ dir });
    db = openDatabase(await server.createSchema('away'), { queryTimeoutMs: 500, poolSize: 2 });
    await db.schema.createTable('t', (t) => {
      t.integer('n').primary();
    });
  });

  afterAll(async () => {
    await db?.destroy();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const failure = (run: Promise<unknown>) =>
    run.then(
      () => undefined,
      (err: unknown) => err,
    );

  it('ends a slow statement, on the server too', async () => {
    const began = Date.now();
    expect(isTransient(await failure(db.raw('select sleep(20)').then()))).toBe(true);
    expect(Date.now() - began).toBeLessThan(19_000);
    const running = async () => {
      const [rows] = await db.raw(
        "select count(*) as n from information_schema.processlist where info like 'select sleep%'",
      );
      return rows[0].n as number;
    };
    while ((await running()) > 0 && Date.now() - began < 19_000) await sleep(50);
    expect(Date.now() - began).toBeLessThan(19_000);
  });

  it('fails in time while the server is frozen, and works again when it resumes', async () => {
    await db.raw('select 1');
    await server.kill('SIGSTOP');
    await sleep(STANDING_STILL);
    const failed = await failure(db.raw('select 1').then());
    await server.kill('SIGCONT');
    expect(isTransient(failed)).toBe(true);
    expect((await db.raw('select 1 as one'))[0]).toEqual([{ one: 1 }]);
  });

  it('fails exactly the transactions whose connections the server ends, and keeps none of these', async () => {
    const url = await server.createSchema('ended');
    const [own, admin] = [openDatabase(url, { poolSize: 2 }), openDatabase(url)];
    await own.schema.createTable('t', (t) => t.integer('n').primary());
    const end = (id: number) => runOutsideScope(() => admin.raw('kill ?', [id]).then());
    const one = (n: number) =>
      inTransaction(own, async (trx) => {
        const [[{ id }]] = await trx.raw('select connection_id() as id');
        await trx('t').insert({ n });
        if (n % 2 === 1) await end(id);
        if (n % 3 === 0) await trx('t').first();
      });
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    const failures = await Promise.all(numbers.map((n) => failure(one(n))));
    expect(failures.map((err) => err !== undefined && isTransient(err))).toEqual(numbers.map((n) => n % 2 === 1));
    expect(await own('t').orderBy('n').pluck('n')).toEqual(numbers.filter((n) => n % 2 === 0));
    await Promise.all([own.destroy(), admin.destroy()]);
  });

  it('keeps exactly what was committed when the server is killed', async () => {
    await db('t').insert({ n: 1 });
    const lost = await failure(
      inTransaction(db, async (trx) => {
        await trx('t').insert({ n: 2 });
        await server.kill('SIGKILL');
        await trx('t').insert({ n: 3 });
      }),
    );
    expect(isTransient(lost)).toBe(true);
    expect(isTransient(await failure(db('t').pluck('n').then()))).toBe(true);
    await server.restart();
    expect(await db('t').pluck('n')).toEqual([1]);
  });
});
