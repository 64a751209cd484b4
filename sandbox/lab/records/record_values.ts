import type { TimeFormat } from '../../../connectors/engine/file/query_facts.ts';
import { getPath, setPath } from '../../../connectors/engine/json_path.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { diceOf, textHash } from './dice.ts';
import { type LabField, LISTED_CUSTOM, type RecordShape } from './record_shape.ts';
import type { Entry } from './shelf.ts';

export const CHOICES = ['red', 'green', 'blue'] as const;
/**
 * Numbers that a double cannot represent. A client that parses them with JSON.parse changes them, and tests detect it.
 */
const BIG = new ExactNumber('12345678901234567890');
const PRECISE = new ExactNumber('0.1000000000000000055');

/**
 * The record of an entry: a function of seed, object and index, plus the changes made at run time. `salt`: the name of
 * the list.
 */
export function recordOf(shape: RecordShape, entry: Entry, salt: string): JsonObject {
  const record: JsonObject = {};
  for (const { path, isUrl } of shape.ids)
    setPath(record, path, isUrl ? `https://lab.example.com/records/${entry.id}` : idValue(shape, entry));
  const hashes = fieldHashes(shape, salt);
  const isNew = entry.written?.isNew === true;
  for (const [at, field] of shape.fields.entries())
    groupOf(record, field.within)[field.name] = isNew
      ? null
      : valueOf(field, entry, { salt, chance: diceOf(hashes[at] ?? 0, entry.index) });
  for (const key of shape.keys) setPath(record, key, `${entry.id}-${plain(key)}`);
  if (shape.customFields && !isNew) putListed(record, shape.customFields, entry);
  if (shape.updatedAt !== null && getPath(record, shape.updatedAt) === undefined)
    setPath(record, shape.updatedAt, isUntimed(shape, entry) ? null : timeValue(entry.updated, shape.timeFormat));
  if (shape.timeBefore !== null) setPath(record, shape.timeBefore, timeValue(entry.updated, shape.timeFormat));
  if (shape.skip !== null && isSkipped(shape, entry)) setPath(record, shape.skip, { kind: 'another thing' });
  if (entry.isDeleted) mark(record, shape, entry);
  for (const [within, values] of Object.entries(entry.written?.values ?? {}))
    Object.assign(groupOf(record, within), values);
  return entry.changes ? changed(record, entry.changes) : record;
}

const hashesOfShapes = new WeakMap<RecordShape, { salt: string; hashes: number[] }>();

/** The hash of each field of a shape, computed once: a shape is used with one salt, and for many records. */
function fieldHashes(shape: RecordShape, salt: string): number[] {
  const known = hashesOfShapes.get(shape);
  if (known?.salt === salt) return known.hashes;
  const hashes = shape.fields.map(({ name }) => textHash(salt + name));
  hashesOfShapes.set(shape, { salt, hashes });
  return hashes;
}

/** Marks a record as deleted, as the file's `deleted` declares it. */
function mark(record: JsonObject, { deleted, timeFormat }: RecordShape, { updated }: Entry): void {
  const { when, at } = deleted ?? {};
  if (when) setPath(record, when.path, when.equals ?? true);
  if (at !== undefined) setPath(record, at, timeValue(updated, timeFormat));
}

export function isSkipped({ skip }: RecordShape, { index, written }: Entry): boolean {
  return skip !== null && index % 5 === 4 && written?.isNew !== true;
}

/** Whether a record lacks the filtered time, because it was not changed yet. */
export function isUntimed({ lacksTime }: RecordShape, { index, changes, written }: Entry): boolean {
  return lacksTime && (changes ?? written) === undefined && index % 3 === 1;
}

/** A time in the format of the provider's filter. Its precision is that of the filter. */
function timeValue(ms: number, format: TimeFormat): Json {
  const iso = new Date(ms).toISOString();
  if (format === 'unixSeconds') return Math.floor(ms / 1000);
  if (format === 'unixMillis') return ms;
  if (format === 'sqlUtc') return iso.slice(0, 19).replace('T', ' ');
  return format === 'rfc3339' ? iso : iso.replace(/\.\d+Z$/, 'Z');
}

function idValue({ idKind }: RecordShape, { id }: Entry): Json {
  if (idKind === 'number') return Number(id);
  return idKind === 'big' ? new ExactNumber(id) : id;
}

function groupOf(record: JsonObject, within: string): JsonObject {
  if (within === '') return record;
  if (!isObject(getPath(record, within))) setPath(record, within, {});
  return getPath(record, within) as JsonObject;
}

function valueOf({ name, type }: LabField, entry: Entry, { salt, chance }: { salt: string; chance: number }): Json {
  if (name === 'big_number') return BIG;
  if (name === 'precise_number') return PRECISE;
  if (name === 'email') return `person${entry.index + 1}@lab.example.com`;
  switch (type) {
    case 'boolean':
      return chance % 2 === 0;
    case 'int':
      return chance % 10_000;
    case 'float':
      return (chance % 100_000) / 100;
    case 'date':
      return new Date(entry.updated - (chance % 1e10)).toISOString().slice(0, 10);
    case 'datetime':
      return new Date(entry.updated - (chance % 1e10)).toISOString();
    case 'singleSelect':
      return CHOICES[chance % CHOICES.length] as string;
    case 'multiSelect':
      return CHOICES.filter((_choice, at) => (chance >> at) % 2 === 1);
    case 'other':
      return { id: `person-${chance % 7}`, name: `Person ${chance % 7}` };
    default:
      return `${name} ${entry.index + 1} “${salt}” é東`;
  }
}

/** Writes custom fields as the file declares them: in a list, in an object, or among the record's own fields. */
function putListed(record: JsonObject, facts: NonNullable<RecordShape['customFields']>, { index }: Entry): void {
  const { from, key, value, names } = facts;
  const fields = LISTED_CUSTOM.map((field, at) => ({
    key: names ? (names.prefix ?? '') + field.key : field.name,
    value: CHOICES[(index + at) % CHOICES.length] as string,
  }));
  if (from !== undefined && (key ?? value) !== undefined)
    setPath(
      record,
      from,
      fields.map((field) => entryOf(field, facts)),
    );
  else for (const field of fields) setPath(record, `${from ?? ''}['${field.key}']`, field.value);
}

function entryOf(
  field: { key: string; value: string },
  { key = 'id', value = 'value' }: NonNullable<RecordShape['customFields']>,
) {
  const entry: JsonObject = {};
  setPath(entry, key, field.key);
  setPath(entry, value, field.value);
  return entry;
}

/** Applies changes of the control. Null removes the field. */
function changed(record: JsonObject, changes: JsonObject): JsonObject {
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete record[name];
    else record[name] = value;
  }
  return record;
}

function plain(key: string): string {
  return key.replace(/[^A-Za-z0-9]+/g, '-');
}
