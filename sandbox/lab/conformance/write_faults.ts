import { idOf } from '../../../connectors/engine/answer/record_id.ts';
import { readMetadata } from '../../../connectors/engine/fields/metadata.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { parentKeys, parentText } from '../../../connectors/engine/request/parent_values.ts';
import { getRecord } from '../../../connectors/engine/write/get_record.ts';
import { writePlan } from '../../../connectors/engine/write/write_plan.ts';
import { type RecordWrite, writeRecord } from '../../../connectors/engine/write/write_record.ts';
import { writeSupport } from '../../../connectors/engine/write/write_support.ts';
import type { FieldMetadata, ValueType } from '../../../lib/fields/field_metadata.ts';
import { isObject, type Json, type JsonObject, parseJson } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { Lab } from '../lab.ts';
import { labTarget, readEverything } from './read_everything.ts';
import type { ReadableObject } from './readable_objects.ts';
import { servedObjects } from './served_objects.ts';

/** Objects of a file mostly share their `write`, so a few of them show whether it works. */
const MAX_OBJECTS = 3;

/** Faults of writes: a record is created, read back, updated and deleted, as far as the file says how. */
export async function recordWriteFaults(lab: Lab, name: string): Promise<string[]> {
  const provider = lab.provider(name);
  const types = (object: ReadableObject) => writeSupport(provider, object.module, object.name).types;
  const written = servedObjects(lab, name)
    .filter((object) => types(object).length > 0 && !isInParts(lab, name, object))
    .slice(0, MAX_OBJECTS);
  const faults: string[] = [];
  for (const object of written) faults.push(...(await objectFaults({ lab, name, object })));
  return faults;
}

/** Whether the object consists of other objects (`parts`). The lab has no list of its own for it. */
function isInParts(lab: Lab, name: string, { module, name: objectName }: ReadableObject): boolean {
  return findObject(lab.provider(name), module, objectName).spec.parts !== undefined;
}

type Place = { lab: Lab; name: string; object: ReadableObject };

async function objectFaults(place: Place): Promise<string[]> {
  const { lab, name, object } = place;
  const { types } = writeSupport(lab.provider(name), object.module, object.name);
  const at = [object.module, object.name].filter(Boolean).join(' ');
  let step = 'create';
  const faults: string[] = [];
  const wants = (fault: string, holds: boolean) => void (holds || faults.push(`${at} ${step}: ${fault}`));
  try {
    const field = await textField(place);
    const above = parentsOf(place);
    let id = types.includes('create')
      ? await created(place, { ...field.required, ...field.of('lab one'), ...above })
      : firstId(place);
    wants('the answer has no id', id !== null);
    id ??= firstId(place);
    if (id === null) return faults;
    if (types.includes('create')) wants('the record that was created is not read', (await there(place, id)) !== null);
    if (types.includes('update')) {
      step = 'update';
      await write(place, { type: 'update', id, record: { ...field.of('lab two'), ...above } });
      const read = await there(place, id);
      wants('the change is not read', read !== null && (field.name === null || holdsText(read, 'lab two')));
    }
    if (types.includes('delete')) {
      step = 'delete';
      await write(place, { type: 'delete', id, record: above });
      wants('the deleted record is still read', (await there(place, id)) === null);
    }
  } catch (error) {
    faults.push(`${at} ${step}: ${(error as Error).message}`);
  }
  return faults;
}

async function created(place: Place, record: JsonObject): Promise<string | null> {
  const { recordId } = await write(place, { type: 'create', record });
  return recordId;
}

function write(place: Place, one: RecordWrite) {
  return writeRecord(targetOf(place), one, place.lab.send, place.lab.epoch);
}

function targetOf({ lab, name, object }: Place) {
  return labTarget(lab, name, { objectName: object.name, module: object.module });
}

type Values = {
  /** The field that the checks write; null if the object has none that fits. */
  name: string | null;
  /** A record that has this text in the field. */
  of(text: string): JsonObject;
  /** The other fields that a new record must have. */
  required: JsonObject;
};

/** Finds a writable field of type string (`name`), and gives values for the required fields. */
async function textField(place: Place): Promise<Values> {
  const { lab } = place;
  const { fields } = await readMetadata(targetOf(place), lab.send, lab.epoch);
  const own = Object.values(fields).filter(
    ({ readOnly, isCustom, fieldName }) => !readOnly && !isCustom && !isSetByProvider(place, fieldName),
  );
  const stringField = own.find(({ valueType }) => valueType === 'string');
  const required = Object.assign({}, ...own.filter((one) => one.isRequired).map((one) => valueOf(place, one)));
  const name = stringField?.fieldName ?? null;
  return { name, of: (value) => (name === null ? {} : inRecord(place, name, value)), required };
}

function valueOf(place: Place, { fieldName, valueType, values }: FieldMetadata): JsonObject {
  return inRecord(place, fieldName, values?.[0]?.value ?? SAMPLES[valueType] ?? 'lab');
}

const SAMPLES: Partial<Record<ValueType, Json>> = {
  boolean: true,
  int: 1,
  float: 1.5,
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
  multiSelect: ['lab'],
  other: {},
};

/** Whether the provider sets the field itself: the id or the time of the last change. */
function isSetByProvider({ lab, name, object }: Place, field: string): boolean {
  const { id, updatedAt } = findObject(lab.provider(name), object.module, object.name).spec;
  const [, outer = field] = /^\$\['([^']*)'\]/.exec(field) ?? [];
  return [id ?? 'id', updatedAt ?? 'updated_at'].flat().some((path) => path === outer || path.endsWith(`.${outer}`));
}

/**
 * A record with one value. A field of a group (`$['properties']['name']`) is written inside that group, unless `wrap`
 * of the file already puts the whole record into it.
 */
function inRecord({ lab, name, object }: Place, field: string, value: Json): JsonObject {
  const [, group, own] = /^\$\['([^']*)'\]\['([^']*)'\]$/.exec(field) ?? [];
  if (group === undefined || own === undefined) return { [field]: value };
  const wrap = writePlan(lab.provider(name), object.module, object.name)?.write.wrap;
  return wrap === group || wrap?.endsWith(`.${group}`) ? { [own]: value } : { [group]: { [own]: value } };
}

/** Values of an existing parent for the keys of a record that the file moves into the path (`parents` of the write). */
function parentsOf({ lab, name, object: { module, name: objectName } }: Place): JsonObject {
  const provider = lab.provider(name);
  const plan = writePlan(provider, module, objectName);
  const { parents = [] } = plan?.write ?? {};
  const { each } = plan?.object.spec ?? {};
  if (!plan || parents.length === 0) return {};
  const first = typeof each === 'string' ? lab.recordsOf(name, each, { module })[0] : each?.[0];
  const keys = parentKeys(plan.object.spec);
  const texts = parents.map((_key, at) => (first && keys[at] ? parentText(first, keys[at]) : 'lab'));
  return Object.fromEntries(parents.map((key, at) => [key, texts[at] ?? 'lab']));
}

function firstId({ lab, name, object: { module, name: objectName } }: Place): string | null {
  const { spec } = findObject(lab.provider(name), module, objectName);
  const [record] = lab.recordsOf(name, objectName, { module });
  return record ? idOf(record, spec.id ?? 'id') : null;
}

/** The record as it is read: by its id if the file says how, otherwise in the list. */
async function there(place: Place, id: string): Promise<Json | null> {
  const { lab, name, object } = place;
  const provider = lab.provider(name);
  const { canGet } = writeSupport(provider, object.module, object.name);
  const isBelow = writePlan(provider, object.module, object.name)?.write.parents !== undefined;
  // The engine's call for one record knows no parents.
  if (canGet && !isBelow) return getRecord(targetOf(place), id, lab.send, lab.epoch);
  const { spec } = findObject(provider, object.module, object.name);
  const { texts } = await readEverything(targetOf(place), lab.send);
  return texts.map((text) => parseJson(text)).find((record) => idOf(record, spec.id ?? 'id') === id) ?? null;
}

function holdsText(value: Json, text: string): boolean {
  if (Array.isArray(value)) return value.some((one) => holdsText(one, text));
  return isObject(value) ? Object.values(value).some((one) => holdsText(one, text)) : scalarText(value) === text;
}
