import { MASK_TEXT } from '../../../lib/http/secret_mask.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { DestinationDriver, DestinationSecrets, MetadataFault } from './destination_driver.ts';
import { hasMaskedQuery, withStoredQuery } from './secret_query.ts';

type SecretKeys = Pick<DestinationSecrets, 'key' | 'urlKey'>;

/** Replaces masks in the given metadata by stored values. Throws invalidArgument for a mask without a stored value. */
export function withStoredSecrets(asked: Json, stored: JsonObject, { key, urlKey }: SecretKeys): Json {
  const given = withStoredQuery(asked, stored, urlKey);
  if (!isObject(given)) return given;
  const secrets = given[key];
  if (!isObject(secrets)) return given;
  const entries = Object.entries(secrets).map(([name, value]): [string, Json] => [
    name,
    value === MASK_TEXT ? storedValue(name, stored[key], key) : value,
  ]);
  return { ...given, [key]: Object.fromEntries(entries) };
}

/**
 * Returns the stored secret of a name. Ignores case, because header names are case-insensitive. Throws invalidArgument
 * when no secret is stored under this name.
 */
function storedValue(name: string, stored: Json | undefined, key: string): Json {
  const found = Object.entries(isObject(stored) ? stored : {}).find(
    ([one]) => one.toLowerCase() === name.toLowerCase(),
  );
  if (found) return found[1];
  const detail = `${MASK_TEXT} stands for a stored value, and ${key} has no stored value of ${name}. Send its value.`;
  throw new Problem('invalidArgument', detail, { issues: [{ in: 'body', name: `metadata.${key}.${name}`, detail }] });
}

type ReceiverChange = {
  before: JsonObject;
  after: JsonObject;
  /** The metadata as the caller sent it. */
  sent: Json | undefined;
  /** Whether the request contains the object of secrets. */
  isKeySent: boolean;
};

/**
 * Checks a change by a caller who may not see stored secrets, and so may not redirect them. Throws permissionDenied
 * when the change sets another receiver and keeps a stored secret that the request does not contain.
 */
export function checkReceiverChange(
  { before, after, sent, isKeySent }: ReceiverChange,
  where: DestinationSecrets,
): void {
  const { key, urlKey = '', receiver } = where;
  if (receiver(before) === receiver(after)) return;
  const given = isObject(sent) ? sent : {};
  const texts = given[key];
  const names = Object.keys(after[key] ?? {});
  const stored = names.filter((name) => !isKeySent || (isObject(texts) && texts[name] === MASK_TEXT));
  const url = given[urlKey];
  const what = stored.length > 0 ? key : typeof url === 'string' && hasMaskedQuery(url) ? 'query' : null;
  if (what === null) return;
  throw new Problem('permissionDenied', `The stored values of the ${what} are not sent to another server.`, {
    remedy: `Send all values of the ${what} together with the new address, or ask an admin to change the address.`,
  });
}

/** Returns the metadata as normalised by the driver. Throws invalidArgument with an issue for each fault. */
export function checkMetadata(driver: DestinationDriver, given: Json): JsonObject {
  const checked = driver.check(given);
  if (checked.faults) throw metadataProblem('invalidArgument', checked.faults);
  return checked.metadata;
}

/** Throws unprocessable for a target that a delivery would refuse to call. */
export async function checkTarget(driver: DestinationDriver, metadata: JsonObject): Promise<void> {
  const [first, ...rest] = await driver.checkTarget(metadata);
  if (first) throw metadataProblem('unprocessable', [first, ...rest]);
}

function metadataProblem(kind: ProblemKind, faults: [MetadataFault, ...MetadataFault[]]): Problem {
  const issues = faults.map(({ path, ...fault }) => ({
    in: 'body' as const,
    name: path === '' ? 'metadata' : `metadata.${path}`,
    ...fault,
  }));
  return new Problem(kind, faults[0].detail, { issues });
}

/** The paths of an update mask that refer to metadata: `metadata` for all of it, `metadata.<key>` for one key. */
export function metadataPaths(updateMask: readonly string[]): string[] {
  return updateMask.filter((path) => path === 'metadata' || path.startsWith('metadata.'));
}

type MetadataUpdate = { updateMask: readonly string[]; metadata: Json | undefined };

/**
 * Applies an update. `metadata` replaces all keys, `metadata.<key>` replaces one key. A key that is in the mask and has
 * no value is removed.
 */
export function mergedMetadata(before: JsonObject, { updateMask, metadata }: MetadataUpdate): Json {
  if (updateMask.includes('metadata')) return metadata ?? null;
  const given = isObject(metadata) ? metadata : {};
  const result: JsonObject = { ...before };
  for (const path of metadataPaths(updateMask)) {
    const key = path.slice('metadata.'.length);
    if (given[key] === undefined) delete result[key];
    else result[key] = given[key];
  }
  return result;
}
