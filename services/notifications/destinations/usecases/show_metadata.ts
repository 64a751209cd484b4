import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import { MASKED } from '../../../../lib/http/secret_mask.ts';
import { isObject, type JsonObject } from '../../../../lib/json/json.ts';
import type { Destination } from '../domain/destination.ts';
import type { DestinationDrivers } from '../domain/destination_drivers.ts';
import { openMetadata } from './seal_metadata.ts';

type Deps = { drivers: DestinationDrivers; sealer: Sealer };

/** The metadata as callers see it: the secrets only when asked for, as with signing keys. */
export function makeShowMetadata({ drivers, sealer }: Deps) {
  return function showMetadata(destination: Destination, { values }: { values: boolean }): JsonObject {
    const driver = drivers.find(destination.type);
    // A later version made it. What is not sealed may be shown.
    if (!driver) return destination.metadata;
    const { key } = driver.secrets;
    const metadata = openMetadata(destination, driver.secrets, sealer);
    const secrets = metadata[key];
    if (values || !isObject(secrets)) return metadata;
    return { ...metadata, [key]: Object.fromEntries(Object.keys(secrets).map((name) => [name, MASKED])) };
  };
}
