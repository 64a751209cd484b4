import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { DestinationStore } from '../destinations/destination.ts';
import { holdChangeEvents } from '../holds/holds.ts';
import type { Recovery, RecoveryStore } from './recovery.ts';

type Stores = WithOutbox<{ destinations: DestinationStore; recoveries: RecoveryStore }>;
type Deps = UseCaseContext<Stores> & { wake: () => void };

const RECOVERIES_AT_ONCE = 20;
const DELIVERIES_AT_ONCE = 200;

/**
 * Processes the running recoveries, one batch of each per round: see recovery.ts. Any number of replicas may run it.
 * The lock of the destination lets only one replica at a time continue, and prevents that messages become held
 * meanwhile. Returns whether there is more to do at once.
 */
export function makeRecoverDeliveries(deps: Deps) {
  return async function recoverDeliveries(): Promise<boolean> {
    let mayBeMore = false;
    for (const recovery of await deps.stores.recoveries.listRunning(RECOVERIES_AT_ONCE)) {
      mayBeMore = (await recoverBatch(deps, recovery)) || mayBeMore;
    }
    return mayBeMore;
  };
}

async function recoverBatch({ stores, clock, newId, wake }: Deps, { id, projectId, destinationId }: Recovery) {
  const batch = await stores.transaction(async (s) => {
    const destination = await s.destinations.lock(projectId, destinationId);
    const recovery = await s.recoveries.find(projectId, destinationId, id);
    if (recovery?.state !== 'running') return undefined;
    const time = clock.now();
    // Nothing is released, because the deliveries of an inactive destination are being held or cancelled.
    if (destination?.status !== 'active') return s.recoveries.end(id, 'cancelled', time).then(() => undefined);
    const done = await s.recoveries.recoverNext(recovery, { limit: DELIVERIES_AT_ONCE, updateTime: time });
    for (const event of holdChangeEvents(done.held, { newId, time })) await s.outbox.add(event);
    if (done.lookedAt < DELIVERIES_AT_ONCE) await s.recoveries.end(id, 'finished', time);
    return done;
  });
  if (batch && batch.released > 0) wake();
  return batch?.lookedAt === DELIVERIES_AT_ONCE;
}
