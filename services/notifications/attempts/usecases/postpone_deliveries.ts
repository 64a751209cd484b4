import type { Clock } from '../../../../lib/time/clock.ts';
import type { ClaimedDelivery, DeliveryStore } from '../../deliveries/domain/delivery.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';

type Stores = { deliveries: DeliveryStore };

/**
 * Puts deliveries that were not attempted back into the queue, for example when their bodies could not be fetched. This
 * does not count as an attempt.
 */
export function makePostponeDeliveries({ stores, clock }: { stores: Transacting<Stores>; clock: Clock }) {
  return async function postponeDeliveries(deliveries: ClaimedDelivery[], delayMs: number): Promise<void> {
    await stores.transaction(async (s) => {
      for (const delivery of await s.deliveries.stillClaimed(deliveries)) {
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
