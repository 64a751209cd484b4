/**
 * Secrets in metadata, such as the custom headers and the query of a webhook, are handled like signing keys. They are
 * stored sealed, and shown only together with the signing key. Elsewhere each value is replaced by a mask
 * (makeShowMetadata). A request that sends the mask back keeps the stored value (stored_secrets.ts), so that a caller
 * can send back the whole resource.
 *
 * Version 0.1.0 stored the secrets in clear text in the metadata, and its replicas still do so during a rolling
 * upgrade. So if a row has both, the clear-text secrets are newer than the sealed secrets.
 */
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import { MASK_TEXT } from '../../../lib/http/secret_mask.ts';
import { isObject, type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { Destination, DestinationStore } from './destination.ts';
import type { DestinationDriver, DestinationDrivers } from './destination_driver.ts';
import { maskQuery, splitQuery } from './secret_query.ts';

type RowKey = Pick<Destination, 'projectId' | 'id'>;
type DestinationWithSecrets = RowKey & Pick<Destination, 'metadata' | 'sealedSecrets'>;
type SealedMetadata = Required<Pick<Destination, 'metadata' | 'sealedSecrets'>>;
type SecretKeys = Pick<DestinationDriver['secrets'], 'key' | 'urlKey'>;

/** The key of the whole URL in the sealed object. No header can have this name. */
const SEALED_URL_KEY = '?';

/**
 * Splits metadata into the two stored parts: the metadata without its secrets, and the sealed secrets (null when there
 * are none).
 */
export function sealMetadata(
  metadata: JsonObject,
  row: RowKey,
  { key, urlKey = '' }: SecretKeys,
  sealer: Sealer,
): SealedMetadata {
  const { [key]: texts, ...open } = metadata;
  const url = urlOf(metadata, urlKey);
  const { bare, query } = splitQuery(url);
  const secrets = { ...(isObject(texts) && texts), ...(query !== '' && { [SEALED_URL_KEY]: url }) };
  const isEmpty = Object.keys(secrets).length === 0;
  return {
    metadata: query === '' ? open : { ...open, [urlKey]: bare },
    sealedSecrets: isEmpty ? null : sealer.seal(stringifyJson(secrets), sealContext(row)),
  };
}

/** Returns the metadata with its decrypted secrets, as the driver expects it. */
export function openMetadata(
  destination: DestinationWithSecrets,
  { key, urlKey = '' }: SecretKeys,
  sealer: Sealer,
): JsonObject {
  const { metadata, sealedSecrets } = destination;
  if (!sealedSecrets) return metadata;
  const opened = parseJson(sealer.open(sealedSecrets, sealContext(destination))) as JsonObject;
  const { [SEALED_URL_KEY]: url = '', ...texts } = opened;
  const isOfUrl = typeof url === 'string' && url !== '' && splitQuery(url).bare === urlOf(metadata, urlKey);
  return {
    ...metadata,
    ...(isOfUrl && { [urlKey]: url }),
    ...(!metadata[key] && Object.keys(texts).length > 0 && { [key]: texts }),
  };
}

function urlOf(metadata: JsonObject, urlKey: string): string {
  const url = metadata[urlKey];
  return typeof url === 'string' ? url : '';
}

/**
 * The associated data that binds the ciphertext to its row. It ends with `headers` for all secrets, because headers
 * were the first sealed secrets.
 */
function sealContext({ projectId, id }: RowKey): string {
  return `destinations|${projectId}|${id}|headers`;
}

type Stores = { destinations: DestinationStore };
type Deps = { stores: TransactionalStores<Stores>; drivers: DestinationDrivers; sealer: Sealer };

const BATCH_SIZE = 100;

/**
 * Seals the secrets that earlier versions stored in clear text, some rows of each type per call. The next call
 * continues after these rows; after the last row, it begins again with the first row. Idempotent; a crash at any point
 * is harmless. Returns whether there may be more.
 */
export function makeSealClearSecrets(deps: Deps) {
  const positions = new Map<string, string>();

  return async function sealClearSecrets(): Promise<boolean> {
    for (const driver of deps.drivers.all) {
      const last = await sealBatch(deps, driver, positions.get(driver.type) ?? '');
      positions.set(driver.type, last ?? '');
      if (last !== undefined) return true;
    }
    return false;
  };
}

/** Seals one batch and returns the id of its last row; undefined when there are no more rows. */
async function sealBatch({ stores, sealer }: Deps, { type, secrets }: DestinationDriver, after: string) {
  return stores.transaction(async (s) => {
    const { key, urlKey = '' } = secrets;
    const rows = await s.destinations.lockWithClearSecrets({ type, key, urlKey }, { after, limit: BATCH_SIZE });
    for (const row of rows) {
      if (!row.metadata[key] && splitQuery(urlOf(row.metadata, urlKey)).query === '') continue;
      const sealed = sealMetadata(openMetadata(row, secrets, sealer), row, secrets, sealer);
      await s.destinations.update(row.projectId, row.id, { ...sealed, updateTime: row.updateTime });
    }
    return rows.length === BATCH_SIZE ? rows.at(-1)?.id : undefined;
  });
}

type ShowMetadataDeps = { drivers: DestinationDrivers; sealer: Sealer };

/** The metadata as callers see it. Secrets are shown only when `values` is true, as with signing keys. */
export function makeShowMetadata({ drivers, sealer }: ShowMetadataDeps) {
  return function showMetadata(destination: Destination, { values }: { values: boolean }): JsonObject {
    const driver = drivers.find(destination.type);
    // A later version created the destination. All unsealed metadata may be shown.
    if (!driver) return destination.metadata;
    const { key, urlKey = '' } = driver.secrets;
    const metadata = openMetadata(destination, driver.secrets, sealer);
    if (values) return metadata;
    const [secrets, url] = [metadata[key], urlOf(metadata, urlKey)];
    return {
      ...metadata,
      ...(url !== '' && { [urlKey]: maskQuery(url) }),
      ...(isObject(secrets) && { [key]: Object.fromEntries(Object.keys(secrets).map((name) => [name, MASK_TEXT])) }),
    };
  };
}
