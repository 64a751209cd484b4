/**
 * Custom fields of the CRM's objects. POST creates several, each independently; PATCH changes one. Records have no
 * values for them.
 */
import { ApiError } from './api_error.ts';
import { type Field, fieldIndex, fields } from './fields.ts';
import type { ObjectName } from './records.ts';

const customTypes = [
  'string',
  'number',
  'integer',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiselect',
  'reference',
] as const;

type FieldError = { name: string; code: string; message: string };
type MadeFields = { fields: Field[]; errors: FieldError[] };

export type CustomFields = {
  /** The standard fields, then the custom fields. */
  list(object: ObjectName): Field[];
  has(object: ObjectName, name: string): boolean;
  /** Creates the valid fields. Fields that are invalid or already exist are in `errors`. */
  create(object: ObjectName, definitions: unknown): MadeFields;
  /** Changes one custom field. Throws ApiError 400 and 404. */
  update(object: ObjectName, name: string, changes: Record<string, unknown>): Field;
};

const maxFields = 50;
const keys = [
  'name',
  'label',
  'description',
  'type',
  'required',
  'unique',
  'length',
  'min',
  'max',
  'options',
  'restricted',
  'default',
  'target',
];

export function createCustomFields(): CustomFields {
  const made = new Map<ObjectName, Map<string, Field>>();
  const of = (object: ObjectName) => made.get(object) ?? made.set(object, new Map()).get(object)!;

  return {
    list: (object) => [...fields, ...of(object).values()],
    has: (object, name) => of(object).has(name),
    create(object, definitions) {
      if (!Array.isArray(definitions) || definitions.length > maxFields)
        throw new ApiError(400, 'invalid_body', `fields must be a list of at most ${maxFields}.`);
      const result: MadeFields = { fields: [], errors: [] };
      for (const definition of definitions as Record<string, unknown>[]) {
        const name = String(definition['name'] ?? '');
        const isThere = fieldIndex.has(name) || of(object).has(name);
        const fault = isThere ? ['field_exists', `There is a field named ${name}.`] : faultOf(definition);
        if (fault) result.errors.push({ name, code: fault[0]!, message: fault[1]! });
        else result.fields.push(put(of(object), definition));
      }
      return result;
    },
    update(object, name, changes) {
      const before = of(object).get(name);
      if (!before) throw new ApiError(404, 'not_found', `There is no custom field named ${name}.`);
      const definition = { ...before, ...changes, name, readOnly: undefined, custom: undefined };
      const fault = faultOf(definition);
      if (fault) throw new ApiError(400, fault[0]!, fault[1]!);
      return put(of(object), definition);
    },
  };
}

function put(shelf: Map<string, Field>, definition: Record<string, unknown>): Field {
  const known = Object.fromEntries(keys.flatMap((key) => (key in definition ? [[key, definition[key]]] : [])));
  const field = { required: false, ...known, readOnly: false, custom: true } as Field;
  shelf.set(field.name, field);
  return field;
}

function faultOf({ name, label, type, options, ...more }: Record<string, unknown>): [string, string] | null {
  const unknown = Object.keys(more).find((key) => more[key] !== undefined && !keys.includes(key));
  if (unknown) return ['unknown_key', `A field has no ${unknown}.`];
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,63}$/.test(name))
    return ['invalid_name', 'A name has lower-case letters, digits and underscores, and begins with a letter.'];
  if (typeof label !== 'string' || label === '') return ['invalid_label', 'A field needs a label.'];
  if (!(customTypes as readonly unknown[]).includes(type)) return ['invalid_type', `There is no type ${String(type)}.`];
  const needsOptions = type === 'select' || type === 'multiselect';
  if (needsOptions && (!Array.isArray(options) || options.length === 0))
    return ['invalid_options', `A ${String(type)} needs options.`];
  return null;
}
