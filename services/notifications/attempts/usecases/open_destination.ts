import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { ClaimedDelivery, Outcome } from '../../deliveries/domain/delivery.ts';
import type { Destination } from '../../destinations/domain/destination.ts';
import type {
  DeliveryResult,
  DeliveryTarget,
  DestinationDriver,
  DestinationMessage,
} from '../../destinations/domain/destination_driver.ts';
import type { DestinationDrivers } from '../../destinations/domain/destination_drivers.ts';
import { openMetadata } from '../../destinations/usecases/seal_metadata.ts';
import { signingSecrets } from '../../destinations/usecases/signing_keys.ts';

type Deps = { drivers: DestinationDrivers; sealer: Sealer; clock: Clock; log: Log };
/** Makes one attempt. Never rejects. */
export type Deliver = (delivery: ClaimedDelivery, body: Uint8Array) => Promise<Outcome>;
export type OpenDestination = (destination: Destination) => Deliver;

/** Opens the secrets of a destination once for several attempts. Throws when its keys cannot be opened. */
export function makeOpenDestination({ drivers, sealer, clock, log }: Deps): OpenDestination {
  return function openDestination(destination) {
    const driver = drivers.of(destination.type);
    const target = {
      metadata: openMetadata(destination, driver.secrets, sealer),
      signingSecrets: signingSecrets(destination, sealer, clock.now()),
    };
    return async ({ id, projectId }, body) => {
      const startTime = clock.now();
      const result = await deliver(driver, target, { id, body }).catch((err: unknown): DeliveryResult => {
        log.error('attempt failed with an internal error', { err, deliveryId: id, projectId });
        return { result: 'retryable', status: 0, error: 'internal' };
      });
      return { ...result, startTime, endTime: clock.now() };
    };
  };
}

/** Async, so that what a driver throws at once is a rejection too. */
async function deliver(driver: DestinationDriver, target: DeliveryTarget, message: DestinationMessage) {
  return driver.deliver(target, message);
}
