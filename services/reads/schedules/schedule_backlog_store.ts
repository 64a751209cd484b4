import type { Knex } from 'knex';
import type { QueueBacklog } from '../../../lib/backlog/backlog_loops.ts';
import { countDue } from '../../../lib/backlog/count_due.ts';

/**
 * Counts the due schedules, for the metrics. Schedules of paused objects are not due, and neither are schedules whose
 * destination is inactive.
 */
export async function scheduleBacklog(db: Knex): Promise<QueueBacklog> {
  return { queue: 'schedules', ...(await countDue(db, db('schedules').where({ state: 'armed' }), 'next_time')) };
}
