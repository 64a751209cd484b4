import { type DestinationDrivers, driversByType } from './destination_driver.ts';
import { webhookDriver } from './webhook/webhook_driver.ts';

/** The dependencies of the drivers: the guarded network client and the limits. */
type DriverDeps = Parameters<typeof webhookDriver>[0];

/** Creates the drivers of all destination types. */
export function destinationDrivers(deps: DriverDeps): DestinationDrivers {
  return driversByType([
    webhookDriver(deps), //
  ]);
}
