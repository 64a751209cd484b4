import { isObject, type Json, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { InstallationKey } from '../object_key.ts';
import type {
  RecordDifference,
  ReplayConfig,
  ReplayDifference,
  ReplayMark,
  ReplayResult,
} from '../operations/replay.ts';

export type ReplayStore = {
  insert(projectId: string, operationId: string, config: ReplayConfig): Promise<void>;
  find(projectId: string, operationId: string): Promise<ReplayResult | undefined>;
  update(projectId: string, operationId: string, difference: ReplayDifference): Promise<void>;
  /** The id of a running replay with the same options. */
  findOpen(of: InstallationKey, replay: ReplayMark & { config: ReplayConfig }): Promise<string | undefined>;
};

/** A record of a comparison. `text`: null when the text has been deleted. */
export type ComparedRecord = { id: string | null; text: string | null };

const MAX_CHANGES = 100;
const MAX_FIELDS = 20;

export const NO_DIFFERENCE: ReplayDifference = {
  added: 0,
  removed: 0,
  changed: 0,
  same: 0,
  unknown: 0,
  exact: 0,
  byOrder: 0,
  changes: [],
};

export function addDifferences(one: ReplayDifference, other: ReplayDifference): ReplayDifference {
  return {
    added: one.added + other.added,
    removed: one.removed + other.removed,
    changed: one.changed + other.changed,
    same: one.same + other.same,
    unknown: one.unknown + other.unknown,
    exact: one.exact + other.exact,
    byOrder: one.byOrder + other.byOrder,
    changes: [...one.changes, ...other.changes].slice(0, MAX_CHANGES),
  };
}

export function compareRecords(before: readonly ComparedRecord[], after: readonly ComparedRecord[]): ReplayDifference {
  const found = { ...NO_DIFFERENCE, changes: [] as RecordDifference[] };
  const left = byIdAndOccurrence(before);
  for (const [key, { id, text }] of byIdAndOccurrence(after)) {
    const then = left.get(key);
    left.delete(key);
    if (!then) noteChange(found, 'added', { id, change: 'added' });
    else if (then.text === null) found.unknown += 1;
    else if (then.text === text) found.same += 1;
    else noteChange(found, 'changed', { id, change: 'changed', fields: changedFields(then.text, text ?? 'null') });
  }
  for (const { id } of left.values()) noteChange(found, 'removed', { id, change: 'removed' });
  return found;
}

function noteChange(found: ReplayDifference, count: 'added' | 'removed' | 'changed', change: RecordDifference): void {
  found[count] += 1;
  if (found.changes.length < MAX_CHANGES) found.changes.push(change);
}

/**
 * Maps records by id and occurrence, because a page may contain an id twice, and any number of records without an id.
 */
function byIdAndOccurrence(records: readonly ComparedRecord[]): Map<string, ComparedRecord> {
  const seen = new Map<string | null, number>();
  return new Map(
    records.map((record) => {
      const nth = (seen.get(record.id) ?? 0) + 1;
      seen.set(record.id, nth);
      return [JSON.stringify([record.id, nth]), record];
    }),
  );
}

/** The paths at which two texts of a record differ, such as `fields.email`, `mappedFields.name` or `raw.owner`. */
function changedFields(before: string, after: string): string[] {
  const [one, other] = [parseJson(before), parseJson(after)];
  const groups = namesOf(one, other);
  return groups
    .flatMap((group) => {
      const [a, b] = [partOf(one, group), partOf(other, group)];
      if (!isObject(a) || !isObject(b)) return textOf(a) === textOf(b) ? [] : [group];
      return namesOf(a, b)
        .filter((name) => textOf(partOf(a, name)) !== textOf(partOf(b, name)))
        .map((name) => `${group}.${name}`);
    })
    .slice(0, MAX_FIELDS);
}

function namesOf(one: Json, other: Json): string[] {
  return [...new Set([one, other].flatMap((part) => (isObject(part) ? Object.keys(part) : [])))];
}

function partOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : stringifyJson(value);
}

/** Adds the differences of a replay's pages, in the transaction that commits them. */
export async function noteDifference(
  s: { replays: ReplayStore },
  { projectId, id }: { projectId: string; id: string },
  pages: readonly { difference?: ReplayDifference | undefined }[],
): Promise<void> {
  const found = pages.flatMap(({ difference }) => (difference ? [difference] : []));
  const before = found.length > 0 ? await s.replays.find(projectId, id) : undefined;
  if (before) await s.replays.update(projectId, id, found.reduce(addDifferences, before.difference));
}
