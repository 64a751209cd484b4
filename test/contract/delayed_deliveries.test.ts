import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { type Log, silentLog } from '../../lib/log/log.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { makeRecordAttempts } from '../../services/notifications/attempts/record_attempts.ts';
import { migrations as notificationMigrations } from '../../services/notifications/migrations/migrations.ts';
import { makeDeliverPages } from '../../services/notifications/routing/deliver_pages.ts';
import { migrations as readMigrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import {
  aDestination,
  drivers,
  ended,
  eventsIn,
  passTime,
  projectId,
  replica,
  rules,
} from './notifications_replica.ts';
import { pageCommitted } from './notifications_service.ts';

const problems = async (db: Parameters<typeof eventsIn>[0]) =>
  (await eventsIn(db, 'read.messages.delayed')).map(({ payload }) => JSON.parse(payload) as object);

forEachEngine((engine) => {
  describe('L11: deliveries that fail and are retried', () => {
    const db = engine.suiteDatabase(notificationMigrations);

    it('are reported once for each operation', async () => {
      const { stores, claimAll, record } = replica(db());
      const destination = aDestination({ name: 'hooks' });
      await stores.destinations.insert(destination);
      const deps = { stores, clock: systemClock, newId, log: silentLog, wake: () => {} };
      const page = pageCommitted(projectId, 'hooks', [newId(), newId(), newId()]);
      await makeDeliverPages(deps)([page]);
      const [first, second, third] = await claimAll();
      if (!first || !second || !third) throw new Error('Not all are due.');
      await record([ended(first, 200)]);
      expect(await problems(db())).toEqual([]);
      await record([ended(second, 500)]);
      await record([ended(third, 503)]);
      const { operationId } = page.payload;
      const told = { destinationId: destination.id, destinationName: 'hooks', operationIds: [operationId] };
      expect(await problems(db())).toEqual([{ ...told, error: 'status 500' }]);
    });

    it('are also reported for new messages that wait while the circuit breaker is open', async () => {
      const { stores } = replica(db());
      const since = Date.UTC(2026, 0, 1);
      const spared = { failures: 9, failingSince: since, openUntil: Date.now() + 60_000 };
      const destination = aDestination({ name: 'spared', ...spared });
      await stores.destinations.insert(destination);
      const deps = { stores, clock: systemClock, newId, log: silentLog, wake: () => {} };
      const page = pageCommitted(projectId, 'spared', [newId()]);
      await makeDeliverPages(deps)([page]);
      expect(await problems(db())).toContainEqual({
        destinationId: destination.id,
        destinationName: 'spared',
        operationIds: [page.payload.operationId],
        error: 'It has failed since 2026-01-01T00:00:00.000Z.',
      });
    });
  });

  describe('L11: the process log', () => {
    const db = engine.suiteDatabase(notificationMigrations);

    it('has one line for the first failure of a destination, its suspension and its end', async () => {
      const { stores, add, claim } = replica(db());
      const lines: { msg: string; fields: object }[] = [];
      const log: Log = { ...silentLog, warn: (msg: string, fields: object = {}) => void lines.push({ msg, fields }) };
      const deps = { stores, clock: systemClock, newId, log, drivers, rules, random: () => 0.5, wakeQueues: () => {} };
      const record = makeRecordAttempts(deps);
      const destination = aDestination({ metadata: { url: 'https://user:secret@hooks.acme.example/in?key=secret' } });
      await stores.destinations.insert(destination);
      await add(destination, 8);
      const [lane] = (await claim({ free: 64, inFlight: new Map(), afterId: '' })).lanes;
      const held = lane?.deliveries ?? [];
      expect(held).toHaveLength(8);
      const end = async (from: number, to: number, status: number) =>
        record(held.slice(from, to).map((delivery) => ended(delivery, status)));
      await end(0, 1, 200);
      await end(1, 3, 500);
      await end(3, 5, 503);
      await passTime(db(), rules.breaker.afterMs + 1);
      await end(5, 6, 500);
      await end(6, 7, 500);
      await end(7, 8, 410);
      const named = { projectId, destinationId: destination.id, name: destination.name, error: null };
      expect(lines).toEqual([
        { msg: 'destination failing', fields: { ...named, status: 500 } },
        { msg: 'destination suspended', fields: { ...named, status: 500, failures: 5 } },
        { msg: 'destination disabled', fields: { ...named, status: 410 } },
      ]);
    });
  });

  describe('L11: the log of an operation whose deliveries fail', () => {
    const db = engine.suiteDatabase(readMigrations);
    const plan = aReadPlan();
    let reads: ReadsFixture;
    beforeAll(async () => {
      reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 1 } });
    });
    afterAll(() => reads.stop());

    it('has one line, even after several reports, and only in its project', async () => {
      const id = await reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
      const { projectId: own } = plan;
      const delayed = { projectId: own, operationIds: [id], destinationName: 'my_50%', error: 'status 500' };
      await reads.useCases.noteDelayed(newId(), { ...delayed, projectId: newId() });
      await reads.useCases.noteDelayed(newId(), { ...delayed, operationIds: [newId()] });
      const eventId = newId();
      for (const told of [eventId, eventId, newId()]) await reads.useCases.noteDelayed(told, delayed);
      const lines = await reads.useCases.listOperationLogs(own, id);
      expect(lines.filter(({ severity }) => severity === 'WARNING')).toMatchObject([
        { msg: 'Deliveries to the destination my_50% fail. They are tried again.', error: 'status 500' },
      ]);
    });
  });
});
