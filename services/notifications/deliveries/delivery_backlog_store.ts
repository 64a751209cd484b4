import type { Knex } from 'knex';
import type { Backlog } from '../../../lib/backlog/backlog_loops.ts';
import { countUpTo } from '../../../lib/backlog/count_due.ts';
import { dbNow, readNow } from '../../../lib/db/now.ts';

/**
 * Deliveries that are due for a destination that is tried; those that wait for a destination that just failed
 * (`failing`), and held ones (`held`).
 */
export async function deliveryBacklog(db: Knex): Promise<Backlog> {
  const pending = () =>
    db('deliveries')
      .where({ 'deliveries.state': 'pending' })
      .whereRaw('?? = ??', ['deliveries.destination_id', 'destinations.id']);
  const due = () => pending().where('next_time', '<=', dbNow(db));
  const active = () => db('destinations').where({ status: 'active' });
  const tried = () =>
    active().where((spared) => void spared.whereNull('open_until').orWhere('open_until', '<=', dbNow(db)));
  // The oldest of each destination by its index: a backlog of a million rows for a dead one costs nothing here.
  const oldest = tried().select({
    time: due().orderBy('next_time').limit(1).select('next_time') as unknown as string,
  });
  const [row] = await db.from(oldest.as('oldest')).min({ time: 'time' });
  const time = (row as unknown as { time: number | null }).time;
  const dueOf = (destinations: Knex.QueryBuilder) =>
    countUpTo(
      db,
      db('deliveries')
        .where({ state: 'pending' })
        .where('next_time', '<=', dbNow(db))
        .whereIn('destination_id', destinations.select('id'))
        .select('deliveries.id'),
    );
  return {
    queue: 'deliveries',
    due: await dueOf(tried()),
    oldestSeconds: time === null ? 0 : Math.max(0, (await readNow(db)) - Number(time)) / 1_000,
    waiting: {
      failing: await dueOf(active().where('open_until', '>', dbNow(db))),
      held: await countUpTo(db, db('deliveries').where({ state: 'held' }).select('id')),
    },
  };
}
