import type { Knex } from 'knex';
import type { QueueBacklog } from '../../../lib/backlog/backlog_loops.ts';
import { countUpTo } from '../../../lib/backlog/count_due.ts';
import { dbNow, readNow } from '../../../lib/db/now.ts';
import type { FailingRule } from '../destinations/destination.ts';

/**
 * Counts the due deliveries to destinations that are not failing. Also counts all pending deliveries to failing
 * destinations (`failing`) and all held deliveries (`held`). `failures`, `afterMs`: when a destination counts as
 * failing (destinations/destination_health.ts).
 */
export async function deliveryBacklog(db: Knex, { failures, afterMs }: FailingRule): Promise<QueueBacklog> {
  const active = () => db('destinations').where({ status: 'active' });
  const failedLong = dbNow(db, -afterMs);
  const failing = () =>
    active()
      .whereNotNull('failing_since')
      .where((long) => void long.where('failures', '>=', failures).orWhere('failing_since', '<=', failedLong));
  const well = () =>
    active().where(
      (ok) =>
        void ok
          .whereNull('failing_since')
          .orWhere((few) => void few.where('failures', '<', failures).where('failing_since', '>', failedLong)),
    );
  const pendingOf = (destinations: Knex.QueryBuilder) =>
    db('deliveries').where({ state: 'pending' }).whereIn('destination_id', destinations.select('id'));
  // The oldest delivery of each destination is found with an index, so the cost does not grow with the backlog.
  const oldest = well().select({
    time: db('deliveries')
      .where({ 'deliveries.state': 'pending' })
      .whereRaw('?? = ??', ['deliveries.destination_id', 'destinations.id'])
      .where('next_time', '<=', dbNow(db))
      .orderBy('next_time')
      .limit(1)
      .select('next_time') as unknown as string,
  });
  const [row] = await db.from(oldest.as('oldest')).min({ time: 'time' });
  const time = (row as unknown as { time: number | null }).time;
  return {
    queue: 'deliveries',
    due: await countUpTo(db, pendingOf(well()).where('next_time', '<=', dbNow(db)).select('deliveries.id')),
    oldestSeconds: time === null ? 0 : Math.max(0, (await readNow(db)) - Number(time)) / 1_000,
    waiting: {
      failing: await countUpTo(db, pendingOf(failing()).select('deliveries.id')),
      held: await countUpTo(db, db('deliveries').where({ state: 'held' }).select('id')),
    },
  };
}
