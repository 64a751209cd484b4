import type { AttemptedDelivery, DeliveryCountStore } from '../deliveries/delivery.ts';
import { groupBy } from '../group_by.ts';
import type { RecoveryStore } from '../recoveries/recovery.ts';

type Stores = { counts: DeliveryCountStore; recoveries: Pick<RecoveryStore, 'count'> };

/**
 * Adds the results of attempts to the counts of their projects. All transactions update projects in the same order, so
 * that they do not deadlock.
 */
export async function countAttempts(
  { counts }: Pick<Stores, 'counts'>,
  attempted: AttemptedDelivery[],
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
 * Adds the results of attempts to the counts of the recoveries that released their messages. All transactions update
 * recoveries in the same order, so that they do not deadlock. `recovered`: the attempts whose messages a recovery
 * releases in this transaction, with this recovery.
 */
export async function countAttemptsOfRecoveries(
  { recoveries }: Pick<Stores, 'recoveries'>,
  attempted: AttemptedDelivery[],
  recovered: ReadonlyMap<AttemptedDelivery, { id: string }> = new Map(),
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
