import type { Attempted, DeliveryCountStore } from '../deliveries/delivery.ts';
import { groupBy } from '../group_by.ts';
import type { RecoveryStore } from '../recoveries/recovery.ts';

type Stores = { counts: DeliveryCountStore; recoveries: Pick<RecoveryStore, 'count'> };

/** Projects in one order, so that two transactions do not deadlock. */
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

/** Recoveries in one order, too. Ordinary messages have none, and cost nothing here. */
export async function countRecovered(
  { recoveries }: Pick<Stores, 'recoveries'>,
  attempted: Attempted[],
): Promise<void> {
  const byRecovery = groupBy(attempted, ({ delivery }) => delivery.recoveryId ?? '');
  for (const id of [...byRecovery.keys()].toSorted()) {
    const results = (byRecovery.get(id) ?? []).map(({ outcome }) => outcome.result);
    const delivered = results.filter((result) => result === 'delivered').length;
    const withoutBody = results.filter((result) => result === 'bodyDeleted').length;
    if (id !== '' && delivered + withoutBody > 0) await recoveries.count(id, { delivered, withoutBody });
  }
}
