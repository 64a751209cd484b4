import { isObject, type Json, type JsonObject } from '../../../../lib/json/json.ts';

/** The paths of an update mask that name metadata: `metadata` for all of it, `metadata.<key>` for one key. */
export function metadataPaths(updateMask: readonly string[]): string[] {
  return updateMask.filter((path) => path === 'metadata' || path.startsWith('metadata.'));
}

type Change = { updateMask: readonly string[]; metadata: Json | undefined };

/** `metadata` replaces all keys, `metadata.<key>` one key. A key in the mask without a value is removed. */
export function mergedMetadata(before: JsonObject, { updateMask, metadata }: Change): Json {
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
