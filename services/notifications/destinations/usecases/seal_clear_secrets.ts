import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../domain/destination.ts';
import type { DestinationDriver } from '../domain/destination_driver.ts';
import type { DestinationDrivers } from '../domain/destination_drivers.ts';
import { sealMetadata } from './seal_metadata.ts';

type Stores = { destinations: DestinationStore };
type Deps = { stores: Transacting<Stores>; drivers: DestinationDrivers; sealer: Sealer };

const AT_ONCE = 100;

/**
 * Seals the secrets that earlier versions stored in clear, some rows of each type per call and from the first row on
 * after the last. Idempotent, and may stop anywhere. Returns whether there may be more.
 */
export function makeSealClearSecrets(deps: Deps) {
  const positions = new Map<string, string>();

  return async function sealClearSecrets(): Promise<boolean> {
    for (const driver of deps.drivers.all) {
      const last = await sealSome(deps, driver, positions.get(driver.type) ?? '');
      positions.set(driver.type, last ?? '');
      if (last !== undefined) return true;
    }
    return false;
  };
}

/** The id of the last row; undefined when there are no more. */
async function sealSome({ stores, sealer }: Deps, { type, secrets }: DestinationDriver, after: string) {
  return stores.transaction(async (s) => {
    const rows = await s.destinations.lockWithClearSecrets({ type, key: secrets.key }, { after, limit: AT_ONCE });
    for (const row of rows) {
      if (!row.metadata[secrets.key]) continue;
      const sealed = sealMetadata(row.metadata, row, secrets, sealer);
      await s.destinations.update(row.projectId, row.id, { ...sealed, updateTime: row.updateTime });
    }
    return rows.length === AT_ONCE ? rows.at(-1)?.id : undefined;
  });
}
