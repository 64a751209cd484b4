import type { Clock } from '../../../../lib/time/clock.ts';
import type { HeldDelivery, DeliveryStore } from '../../deliveries/domain/delivery.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';

type Stores = { deliveries: DeliveryStore };

export type ReleaseDeliveries = ReturnType<typeof makeReleaseDeliveries>;

/**
 * Puts deliveries that were not attempted back into the queue, for example when their bodies could not be fetched. This
 * does not count as an attempt.
 */
export function makeReleaseDeliveries({ stores, clock }: { stores: Transacting<Stores>; clock: Clock }) {
  return async function releaseDeliveries(deliveries: HeldDelivery[], delayMs: number): Promise<void> {
    await stores.transaction(async (s) => {
      for (const delivery of await s.deliveries.stillHeld(deliveries)) {
        await s.deliveries.retry(delivery, {
          attempt: delivery.attempt,
          delayMs,
          lastError: 'waiting',
          updateTime: clock.now(),
        });
      }
    });
  };
}
