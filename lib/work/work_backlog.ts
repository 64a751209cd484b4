import type { Knex } from 'knex';
import { countDue, countUpTo, type DueRows } from '../backlog/count_due.ts';
import { dbNow } from '../db/now.ts';
import type { WorkTables } from './tables.ts';

/**
 * The backlog of one kind of work. `due`: operations that are ready, or parked until a time that has passed.
 * `waiting`: operations that wait for a time (`later`), for another operation (`earlier`) or until they are resumed
 * (`deferred`).
 */
export async function workBacklog(
  db: Knex,
  { operations }: WorkTables,
): Promise<DueRows & { waiting: Record<'later' | 'earlier' | 'deferred', number> }> {
  const of = (state: string) => db(operations).where({ state });
  const ready = await countDue(db, of('ready'), 'next_time');
  const parked = await countDue(db, of('parked'), 'next_time');
  return {
    due: ready.due + parked.due,
    oldestSeconds: Math.max(ready.oldestSeconds, parked.oldestSeconds),
    waiting: {
      later: await countUpTo(db, of('parked').where('next_time', '>', dbNow(db)).select('id')),
      earlier: await countUpTo(db, of('waiting').select('id')),
      deferred: await countUpTo(db, of('putOff').select('id')),
    },
  };
}
