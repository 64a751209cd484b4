import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { currentTurn } from '../../../lib/loop/turn.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { ReadSpec } from '../file/provider.ts';
import { settingLine } from '../file/setting_line.ts';
import { firstPath, getPath, pathKeys, writtenPath } from '../json_path.ts';
import { inferIdPath, inferUpdatedPath } from './infer.ts';
import type { ProviderRecord } from './provider_record.ts';
import { idOf } from './record_id.ts';

type Note = (note: string) => void;

/** Converts raw records to ProviderRecord. The paths of id and updated-at are declared by the file or inferred. */
export async function providerRecords(
  raw: readonly Json[],
  { name, spec }: ObjectPlan,
  note: Note,
  parent?: Json,
): Promise<ProviderRecord[]> {
  const kept = raw.filter((record) => isKept(record, spec));
  const id = idWay(kept, name, spec.id, note, parent);
  const updatedAt = spec.updatedAt ?? inferred(inferUpdatedPath(kept), 'updatedAt', note);
  const records: ProviderRecord[] = [];
  const turn = currentTurn();
  for (const record of kept) {
    await turn.pause();
    records.push({
      id: idOf(record, id, parent),
      updatedAt: scalarText(firstPath(record, updatedAt)),
      fields: fieldsOf(record, spec),
      raw: record,
    });
  }
  return records;
}

/**
 * Merges each listed record with its detail response. The ids come from the list, because a detail response may lack
 * them. `skip` and `keep` are not applied again, because they are for lists only.
 */
export function detailedRecords(
  listed: readonly ProviderRecord[],
  whole: readonly Json[],
  spec: ReadSpec,
  note: Note,
): ProviderRecord[] {
  const updatedAt = spec.updatedAt ?? inferred(inferUpdatedPath(whole), 'updatedAt', note);
  return listed.map((record, i) => {
    const raw = whole[i] ?? record.raw;
    return {
      ...record,
      updatedAt: scalarText(firstPath(raw, updatedAt)) ?? record.updatedAt,
      fields: fieldsOf(raw, spec),
      raw,
    };
  });
}

function isKept(record: Json, { skip, keep }: ReadSpec): boolean {
  if (skip !== undefined && !isMissing(getPath(record, skip))) return false;
  return keep === undefined || getPath(record, keep.path) === keep.equals;
}

/** The declared id if any record has it; otherwise an inferred id. A provider-wide id may not fit every object. */
function idWay(
  records: readonly Json[],
  name: string,
  declared: ReadSpec['id'],
  note: Note,
  parent: Json | undefined,
): ReadSpec['id'] {
  if (declared !== undefined && records.some((record) => idOf(record, declared, parent) !== null)) return declared;
  return inferred(inferIdPath(records, name), 'id', note) ?? declared;
}

/** Returns the inferred path, and notes it in the syntax of the provider file. */
function inferred(path: string | null, key: 'id' | 'updatedAt', note: Note): string | undefined {
  if (path === null) return undefined;
  note(settingLine(key, writtenPath(pathKeys(path))));
  return path;
}

/**
 * The fields of a record. Without `flatten` it returns the record itself, not a copy: a page may have thousands of
 * records.
 */
function fieldsOf(record: Json, { flatten }: ReadSpec): JsonObject {
  if (!isObject(record)) return { value: record };
  if (!flatten) return record;
  const fields: JsonObject = { ...record };
  for (const path of flatten) {
    const group = getPath(record, path);
    if (!isObject(group)) continue;
    delete fields[path];
    Object.assign(fields, group);
  }
  return fields;
}

function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === false;
}
