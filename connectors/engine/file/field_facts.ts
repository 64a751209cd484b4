/** Types of the provider file for fields: how metadata is read, and how custom fields are created. */
import type { ValueType } from '../../../lib/fields/field_metadata.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Paging, Scalar, Slot } from './paging_facts.ts';

/** Field names by type: one text separated by spaces, or a list when a name contains a space. */
export type KnownFields = Partial<Record<ValueType, string | string[]>>;

/**
 * A condition on a field description. A text is the path of a value that must be true. `path` with `equals`: the value
 * must be equal. `not`: the condition must not hold. `all`: every condition must hold.
 */
export type Claim = string | { not: Claim } | { all: Claim[] } | { path: string; equals: Scalar };

/** Where the choices of a field are listed. Without `value` each entry is the value itself. */
export type Choices = { list: string | string[]; value?: string | string[]; label?: string | string[] };

/** The endpoint that describes an object's fields. Without a path the fields are inferred from records. */
export type MetadataSpec = {
  /** Relative to the base URL. `{object}` in path and body is the object's name. */
  path?: string;
  method?: 'GET' | 'POST';
  query?: Record<string, Scalar>;
  body?: JsonObject;
  pageSize?: Slot & { default: number; max?: number };
  /** Default: a single page. */
  paging?: Paging | Paging[];
  /** The path of the list of descriptions. The empty path is the response itself. */
  fields?: string;
  /** The descriptions are an object keyed by field name. The name is added to each description under this key. */
  keyed?: string;
  /** The path of the object's display name in the response. */
  objectLabel?: string;
  /** The path of the field's name in a description. Default: `name`. */
  name?: string | string[];
  /** The key of a record under which it holds the fields, such as `custom`: field `a` is named `$['custom']['a']`. */
  within?: string;
  label?: string | string[];
  /** A prefix, such as `custom.`, that the field's key has in a record but not in its description. */
  prefix?: string;
  /** The path of the provider's type. The values of several paths are joined with dots. Default: `type`. */
  type?: string | string[];
  /** Maps the provider's type, or its first part, to a ValueType. Types not listed are `other`. */
  types?: Record<string, ValueType>;
  readOnly?: Claim;
  custom?: Claim;
  /** True for a select that accepts several values. */
  multiple?: Claim;
  required?: Claim;
  choices?: Choices;
  /**
   * The object that a reference field points to. `path`: where the field's metadata names this object. `names`: our
   * name for each provider name. `otherwise`: the name of any other object; `{lower}` in it is the provider's name in
   * lower case.
   */
  referenceTo?: { path: string; names?: Record<string, string>; otherwise?: string };
  /** Additional calls that complete the descriptions. A refused call is ignored. */
  also?: MetadataAddition[];
  /** Fields that every account has and that the metadata endpoint omits. */
  known?: Record<string, ValueType>;
  /** The metadata endpoint is incomplete: add the fields that the file lists, and the fields of sample records. */
  sample?: boolean;
};

export type MetadataAddition = {
  /** May contain `{object}`, and `{field}` together with `ofTypes`. */
  path: string;
  /** The path of a list of required field names. */
  required?: string;
  /** Fields that get the choices of this response, unless they already have choices. */
  fields?: string[];
  /** Provider types. The call is made once for each field of these types, which gets the choices. */
  ofTypes?: string[];
  choices?: Choices;
  /** The path of the object's display name. */
  label?: string;
  /** The path of more descriptions of the same shape. */
  descriptions?: string;
};

/**
 * How custom fields are created. `definition` and `types` may contain the placeholders that `NAMES` of
 * engine/upserts/field_values.ts lists; a key whose placeholder has no value is omitted. Paths may contain `{object}`
 * and `{field}`. `hook` names code in `fieldHooks` of engine/upserts/upsert_fields.ts, for a provider whose way no file
 * can express.
 */
export type UpsertSpec = { hook: string } | UpsertByRest;
export type UpsertByRest = {
  /** A group that must exist before its fields. It is read at `path` and created when the provider reports 404. */
  group?: { path: string; create: { path: string; body: JsonObject } };
  definition: JsonObject;
  /** The template of one choice of a select, with `{value}` and `{index}`. Default: the value itself. */
  choice?: JsonObject;
  /** Keys that each ValueType adds to the definition. Types not listed cannot be created. */
  types: Partial<Record<ValueType, JsonObject>>;
  /** The provider accepts only the choices of a select, so no key has to express `restricted`. */
  restrictsChoices?: boolean;
  /** Keys that the comparison with an existing definition ignores. */
  incidental?: string[];
  create: {
    path: string;
    /** The key of the fields in the request's body. */
    list: string;
    /** The max number of fields per call. */
    most: number;
    /** The path of the created fields in the answer. */
    results: string;
    /** Paths of the failed fields, their name and message, and the value that means "already exists". */
    errors: { list: string; name: string; message: string; exists: { path: string; equals: string } };
  };
  update: { path: string; method?: 'PATCH' | 'PUT' };
  /** The path of the field's name in a result. */
  name: string;
};
