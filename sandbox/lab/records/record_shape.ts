/**
 * The shape of an object's records. The provider file declares the id, updated-at, nested groups, known fields and
 * custom fields. The kind of id is chosen by the provider's name, so that tests cover text ids, numeric ids and ids
 * that exceed a double.
 */

import { mayHideRecords } from '../../../connectors/engine/check/list_faults.ts';
import { knownFields } from '../../../connectors/engine/field_descriptions/known_fields.ts';
import type { Provider, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import type { TimeFormat } from '../../../connectors/engine/file/query_facts.ts';
import { filtersByTime } from '../../../connectors/engine/read/untimed_records.ts';
import type { ValueType } from '../../../lib/fields/field_metadata.ts';
import { dice } from './dice.ts';
import { usualFields } from './usual_fields.ts';
import type { ObjectOf } from './world.ts';

export type LabField = {
  name: string;
  type: ValueType;
  label: string;
  isCustom: boolean;
  isReadOnly: boolean;
  /** The key of the group that contains the field; '' for the record itself. */
  within: string;
};
type IdPart = { path: string; isUrl: boolean };
export type IdKind = 'text' | 'number' | 'big';
export type RecordShape = {
  /** The paths of the id or of its parts. `isUrl`: the part is the last segment of a URL. */
  ids: IdPart[];
  idKind: IdKind;
  updatedAt: string | null;
  /**
   * Whether every third record lacks the time that the provider filters by, until the record's first change: if
   * `updatedAt` lists several fields or the lab is `untimed`, but never if the file has `timedFromCreation`.
   */
  lacksTime: boolean;
  /** The second time that the file names, which every record has; null if there is none, or `lacksTime` is false. */
  timeBefore: string | null;
  timeFormat: TimeFormat;
  fields: LabField[];
  customFields: ReadSpec['customFields'];
  /** The path of `skip`. Every fifth record has a value there. */
  skip: string | null;
  deleted: ReadSpec['deleted'];
  /** Keys of this record that the paths of child objects use. */
  keys: string[];
};

const OWN: readonly [string, ValueType][] = [
  ['name', 'string'],
  ['email', 'string'],
  ['active', 'boolean'],
  ['stage', 'singleSelect'],
  ['created_at', 'datetime'],
  ['amount', 'float'],
  ['owner', 'other'],
  ['labels', 'multiSelect'],
];
/** Fields with numbers that a double cannot represent. */
const EXACT: readonly [string, ValueType][] = [
  ['big_number', 'int'],
  ['precise_number', 'float'],
];
const CUSTOM: readonly [string, ValueType][] = [
  ['lab_colour', 'singleSelect'],
  ['lab_score', 'int'],
];
/** Custom fields that a record stores by key, with their display names. */
export const LISTED_CUSTOM: readonly { key: number; name: string }[] = [
  { key: 900_001, name: 'Lab colour' },
  { key: 900_002, name: 'Lab score' },
];

type Options = {
  /** Keys of the record that the paths of child objects use. */
  keys: string[];
  /** As in `LabOptions` (../lab.ts). */
  untimed: boolean;
};

export function recordShape(
  provider: Provider,
  { module, name, spec }: ObjectOf,
  { keys, untimed }: Options,
): RecordShape {
  const known = typesOf(provider, { module, name, spec });
  const id = [spec.id ?? 'id'].flat()[0] ?? 'id';
  const idPaths = idParts(id).map(({ path }) => path);
  const updatedAt = [spec.updatedAt ?? 'updated_at'].flat()[0] ?? 'updated_at';
  const mayHide = mayHideRecords(spec) || (untimed && spec.updatedAt !== undefined && filtersByTime(spec));
  const lacksTime = mayHide && !spec.timedFromCreation;
  const timeBefore = lacksTime ? ([spec.updatedAt ?? []].flat()[1] ?? null) : null;
  const times = timeBefore === null ? [updatedAt] : [updatedAt, timeBefore];
  return {
    ids: idParts(id),
    idKind: spec.keyed === undefined ? idKind(provider.name, known[id]) : 'text',
    updatedAt,
    lacksTime: lacksTime && (untimed || timeBefore !== null),
    timeBefore,
    timeFormat: timeFormat(spec),
    fields: fieldsOf(spec, known, [...idPaths, ...times]),
    customFields: spec.customFields,
    skip: spec.skip ?? null,
    deleted: spec.deleted,
    keys: [...keys, ...(spec.keyed ? [spec.keyed] : []), ...followed(spec)].filter((key) => !idPaths.includes(key)),
  };
}

/** The path that `lastId` paging continues after, if it is not the id. */
function followed({ paging = [] }: ReadSpec): string[] {
  return [paging].flat().flatMap((way) => (way.kind === 'lastId' && way.path ? [way.path] : []));
}

function idParts(id: string): IdPart[] {
  if (!id.includes('{')) return [{ path: id, isUrl: false }];
  const parts = [...id.matchAll(/\{([^{}|]+)(\|last)?\}/g)];
  return parts
    .map(([, path = '', last]) => ({ path, isUrl: last !== undefined }))
    .filter(({ path }) => !path.startsWith('parent.'));
}

function timeFormat({ since, narrowed }: ReadSpec): TimeFormat {
  const slot = since ?? narrowed?.since;
  return slot?.here ? 'rfc3339' : (slot?.format ?? 'rfc3339');
}

function idKind(provider: string, known: ValueType | undefined): IdKind {
  if (known === 'string') return 'text';
  const kinds: readonly IdKind[] = known === 'int' ? ['number', 'big'] : ['text', 'number', 'big'];
  return kinds[dice(provider) % kinds.length] ?? 'text';
}

/** The usual fields and those that the file knows, with their types. Fields that reads request by name are included. */
function typesOf(provider: Provider, { module, name, spec }: ObjectOf): Record<string, ValueType> {
  const listed = knownFields({ provider, module }, name).map(({ fieldName, valueType }) => [fieldName, valueType]);
  const names = [
    spec.fields?.always,
    spec.fields?.otherwise,
    spec.fields?.as || spec.selection === 'described' ? [] : spec.selection,
  ].flat();
  const asked = names.flatMap((one) => (one === undefined ? [] : [[one, 'string']]));
  const usual = usualFields(provider.name, name);
  return Object.fromEntries([...usual, ...asked, ...listed, ...Object.entries(spec.metadata?.known ?? {})]);
}

function fieldsOf(spec: ReadSpec, types: Record<string, ValueType>, taken: readonly string[]): LabField[] {
  const within = spec.metadata?.within ?? spec.flatten?.[0] ?? '';
  const known = Object.entries(types).filter(([name]) => !name.startsWith('$'));
  const heads = taken.map((path) => path.split(/[.[]/)[0]);
  const groups = (spec.flatten ?? []).slice(0, 1);
  const own =
    known.length > 0 ? [...known, ...EXACT.filter(([name]) => !Object.hasOwn(types, name))] : [...OWN, ...EXACT];
  return [
    ...own
      .filter(([name]) => !heads.includes(name) && !taken.includes([...groups, name].join('.')))
      .map(([name, type]) => field(name, type, spec.flatten?.[0] ?? '', false)),
    ...CUSTOM.map(([name, type]) => field(name, type, within, true)),
  ];
}

function field(name: string, type: ValueType, within: string, isCustom: boolean): LabField {
  const label = name.replace(/_/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
  return { name, type, label, isCustom, isReadOnly: name === 'created_at', within };
}
