/** What a provider file says about the fields of its objects: how they are described, and how custom ones are made. */
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Paging, Scalar, Slot } from './paging_facts.ts';

export type ValueType =
  | 'string'
  | 'boolean'
  | 'singleSelect'
  | 'multiSelect'
  | 'date'
  | 'datetime'
  | 'int'
  | 'float'
  | 'reference'
  | 'other';

/** Fields by type, their names in one text with spaces between, or a list where a name holds one. */
export type KnownFields = Partial<Record<ValueType, string | string[]>>;

/** A claim about one description: that what lies at a path is true, or is not, or has a value; or all of several. */
export type Claim = string | { not: Claim } | { all: Claim[] } | { path: string; equals: Scalar };

/** Where the choices of a field lie; without `value` each entry is the value itself. */
export type Choices = { list: string | string[]; value?: string | string[]; label?: string | string[] };

/** The endpoint that describes an object's fields. Without a path the fields are inferred from one record. */
export type MetadataSpec = {
  /** Below the base URL; `{object}` is the object's name, in the body too. */
  path?: string;
  method?: 'GET' | 'POST';
  query?: Record<string, Scalar>;
  body?: JsonObject;
  pageSize?: Slot & { default: number; max?: number };
  /** Default: there is one page. */
  paging?: Paging | Paging[];
  /** Where the list of descriptions lies; the empty path is the answer itself. */
  fields?: string;
  /** The descriptions are an object by name; its keys become this key of them. */
  keyed?: string;
  /** Where the answer says what people call the object. */
  objectLabel?: string;
  name?: string | string[];
  /** The key of the record below which the values of these fields lie; their name is then `$['within']['name']`. */
  within?: string;
  label?: string | string[];
  /** Stands before the described name in the record's own one: `custom.` */
  prefix?: string;
  /** The provider's type; several parts are joined by a dot. */
  type?: string | string[];
  /** The whole type, or else its first part, to ours. What is not named is `other`. */
  types?: Record<string, ValueType>;
  readOnly?: Claim;
  custom?: Claim;
  /** A select that takes several. */
  multiple?: Claim;
  required?: Claim;
  choices?: Choices;
  /** The object that a field points to, under the names that the provider uses there; `{lower}` is what it says. */
  referenceTo?: { path: string; names?: Record<string, string>; otherwise?: string };
  /** Further calls that add to the descriptions. One that the provider refuses adds nothing. */
  also?: MetadataAddition[];
  /** Fields that every account has and that the description leaves out. */
  known?: Record<string, ValueType>;
  /** The description leaves fields out: those that the file knows of the object and those of its records are added. */
  sample?: boolean;
};

export type MetadataAddition = {
  /** May hold `{object}`, and with `ofTypes` `{field}`. */
  path: string;
  /** Where a list of required names lies. */
  required?: string;
  /** These get the choices that lie there and that they do not have. */
  fields?: string[];
  /** Called for each field of these types of the provider's, which gets the choices. */
  ofTypes?: string[];
  choices?: Choices;
  /** Where the answer says what people call the object. */
  label?: string;
  /** Where more descriptions of the same kind lie. */
  descriptions?: string;
};

/**
 * How custom fields are made. The placeholders in `definition` and `types` are the names of field_values.ts; a key whose
 * placeholder has no value is left out. `{object}` and `{field}` stand in paths.
 */
export type UpsertSpec = { hook: string } | UpsertByRest;
export type UpsertByRest = {
  /** Something that has to be there first; asked for at `path`, and made when the provider does not find it. */
  group?: { path: string; create: { path: string; body: JsonObject } };
  definition: JsonObject;
  /** One choice of a select, of `{value}` and `{index}`; left out, it is the value itself. */
  choice?: JsonObject;
  /** Our value type to what it adds to the definition; types that are not named cannot be made. */
  types: Partial<Record<ValueType, JsonObject>>;
  /** Keys of a definition that say nothing about whether it changed. */
  incidental?: string[];
  create: {
    path: string;
    list: string;
    most: number;
    results: string;
    /** Where a failed one lies, whose it is, and what says that it is there already. */
    errors: { list: string; name: string; message: string; exists: { path: string; equals: string } };
  };
  update: { path: string; method?: 'PATCH' | 'PUT' };
  /** The name in a result. */
  name: string;
};
