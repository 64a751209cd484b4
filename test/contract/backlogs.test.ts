import { describe, expect, it } from '@jest/globals';
import { backlogLoops } from '../../lib/backlog/backlog_loops.ts';
import { readNow } from '../../lib/db/now.ts';
import type { LoopDefinition } from '../../lib/loop/loops.ts';
import { metrics } from '../../lib/telemetry/metrics.ts';
import { workBacklog } from '../../lib/work/work_backlog.ts';
import { deliveryBacklog } from '../../services/notifications/deliveries/delivery_backlog_store.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { EXPORTS, workWorld } from '../support/work_mounts.ts';
import { aDestination, projectId, replica } from './notifications_replica.ts';

const MINUTE = 60_000;
const RULES = { failures: 3, afterMs: MINUTE };

forEachEngine((engine) => {
  describe('the backlog of deliveries', () => {
    it('is what is due for a destination that is tried; the rest waits for something else', async () => {
      const { db, close } = await engine.open(migrations);
      const one = replica(db);
      const now = await readNow(db);
      const [tried, failing, disabled] = [
        aDestination({ failures: 2, failingSince: now - 1_000 }),
        aDestination({ failures: 3, failingSince: now - 1_000 }),
        aDestination({}),
      ];
      const failingLong = aDestination({ failures: 1, failingSince: now - 2 * MINUTE });
      for (const destination of [tried, failing, failingLong, disabled])
        await one.stores.destinations.insert(destination);
      expect(await deliveryBacklog(db, RULES)).toEqual({
        queue: 'deliveries',
        due: 0,
        oldestSeconds: 0,
        waiting: { failing: 0, held: 0 },
      });
      const ids = await one.add(tried, 3);
      const [, later] = await one.add(failing, 2);
      await one.add(failingLong, 1);
      const held = await one.add(disabled, 4);
      await db('deliveries')
        .where({ id: ids[0] })
        .update({ next_time: now - 3 * MINUTE });
      await db('deliveries')
        .where({ id: ids[1] })
        .update({ next_time: now + MINUTE });
      await db('deliveries')
        .where({ destination_id: failing.id })
        .update({ next_time: now - 60 * MINUTE });
      await db('deliveries').whereIn('id', held).update({ state: 'held' });
      await db('deliveries')
        .where({ id: later })
        .update({ next_time: now + 60 * MINUTE });
      await db('destinations').where({ project_id: projectId, id: disabled.id }).update({ status: 'disabled' });
      const backlog = await deliveryBacklog(db, RULES);
      expect(backlog).toMatchObject({ due: 2, waiting: { failing: 3, held: 4 } });
      expect(Math.round((backlog.oldestSeconds ?? 0) / 60)).toBe(3);
      await close();
    });
  });

  describe('the backlog of operations', () => {
    it('is what is ready, and what is parked until a time that has come', async () => {
      const { db, close } = await engine.open(EXPORTS.migrations);
      const world = workWorld(db, EXPORTS);
      const set = (ids: readonly string[], values: object) =>
        db('exports')
          .whereIn('id', [...ids])
          .update(values);
      const now = await readNow(db);
      await set(await world.add('a', { count: 2 }), { next_time: now - MINUTE });
      await set(await world.add('b'), { state: 'parked', next_time: now - 2 * MINUTE });
      await set(await world.add('b', { count: 3 }), { state: 'parked', next_time: now + MINUTE });
      await set(await world.add('c'), { state: 'waiting' });
      await set(await world.add('c', { count: 2 }), { state: 'putOff' });
      await set(await world.add('d'), { state: 'running' });
      const backlog = await workBacklog(db, EXPORTS.tables);
      expect(backlog).toMatchObject({ due: 3, waiting: { later: 3, earlier: 1, deferred: 2 } });
      expect(Math.round(backlog.oldestSeconds / 60)).toBe(2);
      await close();
    });
  });
});

describe('the gauges of backlogs', () => {
  const values = async (gauge: typeof metrics.due) => (await gauge.get()).values.map(({ value }) => value);

  it('disappear while the database does not answer, and come back', async () => {
    let isUnavailable = false;
    const count = async () => {
      if (isUnavailable) throw new Error('away');
      return [{ queue: 'some', due: 2, oldestSeconds: 5, waiting: { held: 1 } }];
    };
    const [{ round }] = backlogLoops({ metricsPort: 1 }, count) as unknown as [LoopDefinition];
    const { signal } = new AbortController();
    await round(signal);
    expect(await values(metrics.due)).toEqual([2]);
    isUnavailable = true;
    await expect(round(signal)).rejects.toThrow('away');
    for (const gauge of [metrics.due, metrics.oldestDueSeconds, metrics.waiting])
      expect(await values(gauge as typeof metrics.due)).toEqual([]);
    isUnavailable = false;
    await round(signal);
    expect(await values(metrics.oldestDueSeconds)).toEqual([5]);
  });

  it('are not counted where no metrics are served', () => {
    expect(backlogLoops({ metricsPort: 0 }, async () => [])).toEqual([]);
  });
});
