import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds, until } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

forEachEngine((engine) => {
  const db = engine.suiteDatabase(migrations);
  const plans = [aReadPlan({ pageSize: 10 }), aReadPlan({ pageSize: 10 }), aReadPlan({ pageSize: 10 })];
  let reads: ReadsFixture;

  beforeEach(async () => {
    for (const table of ['schedules', 'operations', 'turns', 'operation_logs', 'messages', 'outbox'])
      await db()(table).del();
    reads = await readsFixture(db(), { plans, sandbox: { records: 300 } });
  });
  afterEach(() => reads.stop());

  const states = async () =>
    (await db()('operations').select('state')).map(({ state }: { state: string }) => state).toSorted();

  it('releases running operations at the end of a page when its process stops, and another process continues there at once', async () => {
    const asked: string[] = [];
    const { runOperation } = reads.useCasesWith(async (request) => {
      asked.push(request.url);
      return reads.send(request);
    });
    for (const plan of plans) await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
    const first = reads.startWorker({ runOperation, concurrency: 4 });
    await until(async () => (await reads.messages()).length >= 12);
    await first.stop();
    expect(await states()).not.toContain('running');
    const stopped = (await reads.messages()).length;
    expect(stopped).toBeLessThan(90);
    reads.startWorker({ runOperation, concurrency: 4, pollMs: 60_000 });
    await until(async () => (await states()).every((state) => state === 'success'));
    const ids = recordIds(await reads.messages());
    expect([ids.length, new Set(ids).size]).toEqual([900, 300]);
    // Only the requests that were running when each of the three was stopped are repeated.
    expect(asked.length - 90).toBeLessThanOrEqual(3 * 9);
    const attempts = await db()('operations').max('tries as max');
    expect(Number(attempts[0]?.['max'])).toBeLessThanOrEqual(1);
  });
});
