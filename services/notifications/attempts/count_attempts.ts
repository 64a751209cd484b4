import type { Attempted, DeliveryCountStore } from '../deliveries/delivery.ts';
import { groupBy } from '../group_by.ts';
import type { RecoveryStore } from '../recoveries/recovery.ts';

type Stores = { counts: DeliveryCountStore; recoveries: Pick<RecoveryStore, 'count'> };

/**
 * Counts the results of attempts per project. All transactions update projects in the same order, so that they do not
 * deadlock.
 */
export async function addCounts(
  { counts }: Pick<Stores, 'counts'>,
  attempted: Attempted[],
  time: number,
): Promise<void> {
  const byProject = groupBy(attempted, ({ delivery }) => delivery.projectId);
  for (const projectId of [...byProject.keys()].toSorted()) {
    const results = (byProject.get(projectId) ?? []).map(({ outcome }) => outcome.result);
    const delivered = results.filter((result) => result === 'delivered').length;
    const unsent = results.filter((result) => result === 'bodyDeleted').length;
    await counts.add(projectId, time, { delivered, failedAttempts: results.length - delivered - unsent });
  }
}

/**
 * Counts attempts per recovery, also in a fixed order. Messages without a recovery cost no query. `recovered`: maps the
 * attempts whose messages a recovery released to that recovery.
 */
export async function countRecovered(
  { recoveries }: Pick<Stores, 'recoveries'>,
  attempted: Attempted[],
  recovered: ReadonlyMap<Attempted, { id: string }> = new Map(),
): Promise<void> {
  const byRecovery = groupBy(attempted, (one) => recovered.get(one)?.id ?? one.delivery.recoveryId ?? '');
  for (const id of [...byRecovery.keys()].toSorted()) {
    const all = byRecovery.get(id) ?? [];
    const results = all.map(({ outcome }) => outcome.result);
    const released = all.filter((one) => recovered.has(one)).length;
    const delivered = results.filter((result) => result === 'delivered').length;
    const withoutBody = results.filter((result) => result === 'bodyDeleted').length;
    if (id !== '' && delivered + withoutBody + released > 0)
      await recoveries.count(id, { delivered, withoutBody, released });
  }
}
