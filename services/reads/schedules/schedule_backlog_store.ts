import type { Knex } from 'knex';
import type { Backlog } from '../../../lib/backlog/backlog_loops.ts';
import { countDue } from '../../../lib/backlog/count_due.ts';

/** Schedules whose time has come. Those of paused objects, and those whose destination takes nothing, are not due. */
export async function scheduleBacklog(db: Knex): Promise<Backlog> {
  return { queue: 'schedules', ...(await countDue(db, db('schedules').where({ state: 'armed' }), 'next_time')) };
}
