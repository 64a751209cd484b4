import type { Knex } from 'knex';
import type { QueueBacklog } from '../backlog/backlog_loops.ts';
import { readNow } from '../db/now.ts';
import type { Service } from '../trust/arrows.ts';
import { outboxQueue } from './outbox_queue.ts';

/** Counts a service's events that at least one consumer has not acknowledged. */
export async function outboxBacklog(db: Knex, service: Service): Promise<QueueBacklog> {
  const { waiting, oldestTime } = await outboxQueue(db).backlog();
  const age = oldestTime === null ? 0 : (await readNow(db)) - oldestTime;
  return { queue: `outbox_${service}`, due: waiting, oldestSeconds: Math.max(0, age) / 1_000 };
}
