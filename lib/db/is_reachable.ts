import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';

const TIMEOUT_MS = 2_000;

/** Whether the database answers a statement in time. Never rejects. */
export async function isReachable(db: Knex): Promise<boolean> {
  const answered = db.raw('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, sleep(TIMEOUT_MS, false, { ref: false })]);
}
