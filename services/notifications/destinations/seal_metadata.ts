/**
 * The secrets in metadata, as the custom headers of a webhook, are kept like signing keys: stored sealed, and shown only
 * together with the signing key. Elsewhere each value is the mask (show_metadata.ts). A request that sends the mask back
 * keeps the stored value (stored_secrets.ts), so a whole resource can be sent back.
 *
 * Version 0.1.0 stored headers in clear in the metadata, and still does while an upgrade is rolling. So secrets in the
 * metadata are newer than sealed ones.
 */
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { Transacting } from '../../../lib/db/transacting.ts';
import { MASKED } from '../../../lib/http/secret_mask.ts';
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { Destination, DestinationStore } from './destination.ts';
import type { DestinationDriver, DestinationDrivers } from './destination_driver.ts';

type Row = Pick<Destination, 'projectId' | 'id'>;
type Stored = Row & Pick<Destination, 'metadata' | 'sealedSecrets'>;
type Sealed = Required<Pick<Destination, 'metadata' | 'sealedSecrets'>>;
type Secrets = Pick<DestinationDriver['secrets'], 'key'>;

/** Metadata as it is stored: without secrets, and the secrets sealed. */
export function sealMetadata(metadata: JsonObject, row: Row, { key }: Secrets, sealer: Sealer): Sealed {
  const { [key]: secrets, ...open } = metadata;
  const isEmpty = Object.keys(secrets ?? {}).length === 0;
  return {
    metadata: open,
    sealedSecrets: isEmpty ? null : sealer.seal(stringifyJson(secrets as Json), sealContext(row)),
  };
}

/** The metadata with its secrets, as the driver takes it. */
export function openMetadata(destination: Stored, { key }: Secrets, sealer: Sealer): JsonObject {
  const { metadata, sealedSecrets } = destination;
  if (metadata[key] || !sealedSecrets) return metadata;
  return { ...metadata, [key]: parseJson(sealer.open(sealedSecrets, sealContext(destination))) };
}

/** Binds the ciphertext to its row. It says headers, because those were the first secrets that were sealed. */
function sealContext({ projectId, id }: Row): string {
  return `destinations|${projectId}|${id}|headers`;
}

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

type ShowMetadataDeps = { drivers: DestinationDrivers; sealer: Sealer };

/** The metadata as callers see it: the secrets only when asked for, as with signing keys. */
export function makeShowMetadata({ drivers, sealer }: ShowMetadataDeps) {
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
