import type { Knex } from 'knex';
import { metrics } from '../../../lib/telemetry/metrics.ts';

/** Sets the metric that counts the connections of each status. */
export async function countConnections(db: Knex): Promise<void> {
  const found: { status: string; count: number }[] = await db('connections')
    .groupBy('status')
    .select('status', db.raw('count(*) as count'))
    .finally(() => metrics.connections.reset());
  for (const { status, count } of found) metrics.connections.set({ status }, count);
}
