/** What a provider file (connectors/providers/<name>.yaml) says, after it was checked against connectors/schema.json. */
import type { Deleted } from './deleted_facts.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Auth } from './auth_facts.ts';
import type { KnownFields, MetadataSpec, UpsertSpec } from './field_facts.ts';
import type { FilterSlot, Format, Paging, Scalar, Slot } from './paging_facts.ts';
import type { Naming, TimeFormat, Where } from './query_facts.ts';

export type {
  Auth,
  ApiKeyFacts,
  BasicFacts,
  CustomFacts,
  AuthStep,
  AuthExchange,
  OauthFacts,
  TokenField,
} from './auth_facts.ts';

export type Provider = {
  name: string;
  displayName: string;
  /** Other names under which people and other catalogues know it. */
  knownAs?: string[];
  /** May hold `{{.variable}}` placeholders. */
  baseURL: string;
  defaultModule?: string;
  labels?: Record<string, string>;
  auth: Auth;
  /** Sent with every call. */
  headers?: Record<string, string>;
  variables?: Variable[];
  /** Values that are learned from the provider after the connection was authorised. */
  learned?: LearnedValue[];
  /** Values of placeholders that no customer has to give: an API version. A variable of the same name wins. */
  constants?: Record<string, string>;
  postAuthInfoNeeded?: boolean;
  healthCheck?: { method?: string; url: string; successStatusCodes?: number[] };
  /** What the provider itself can do; left out where nobody has written it down. */
  can?: Capability[];
  /** What Causeway does with it. */
  support?: Capability[];
  subscribeRequirements?: Record<string, boolean>;
  providerApp?: { authQueryParams?: Descriptor[]; providerParams?: Descriptor[] };
  modules?: Record<string, Module>;
  /** Other origins of the provider that its next-page links may point to. */
  origins?: string[];
  rateLimit?: RateLimitHeaders;
  errors?: ErrorRule[];
  /** Where an error body says what is wrong. */
  errorMessage?: string[];
  /** What holds for every object, unless its style or the object itself says otherwise. */
  reading?: Partial<ReadSpec>;
  styles?: Record<string, ReadStyle>;
  objects?: Record<string, string | ObjectSpec>;
  /** By object: the fields that its records have, for people who map them before there is one. */
  knownFields?: Record<string, KnownFields>;
  /** The style of objects that the file does not name. */
  anyObject?: string;
  /** How the fields of any object are described, unless its style or the object itself says otherwise. */
  metadata?: MetadataSpec;
  fieldUpsert?: UpsertSpec;
};

export type Capability = 'read' | 'write' | 'proxy' | 'subscribe' | 'delete' | 'search';
export type Variable = { name: string; displayName?: string; docsURL?: string; default?: string; modules?: string[] };
/** Said by the token answer, or found out by a call. */
export type LearnedValue = { name: string; modules?: string[]; from?: LearnFrom };
/** A call with the account's credentials, and where its answer holds the value. */
export type LearnFrom = {
  url: string;
  /** The list of which one entry is meant: that where `where` holds, or the first. */
  list?: string;
  where?: { path: string; equals: string };
  path: string;
  /** The part of the text that is wanted: a pattern with one group. */
  capture?: string;
};
export type Descriptor = {
  name: string;
  displayName?: string;
  docsURL?: string;
  fieldType?: string;
  modules?: string[];
};
export type Module = Pick<
  Provider,
  'can' | 'support' | 'subscribeRequirements' | 'objects' | 'knownFields' | 'anyObject'
> & {
  displayName: string;
  baseURL: string;
  /** What holds for its own objects, above what holds for those of the provider. */
  reading?: Partial<ReadSpec>;
};

/** What the provider allows. `of`: of each connection, of each provider app, or of each object of a connection. */
export type Allowed = { requests: number; perSeconds: number; of?: LimitScope };
export type LimitScope = 'connection' | 'app' | 'object';
export type RateLimitHeaders = {
  limit?: string;
  remaining?: string;
  reset?: string;
  resetUnit?: 'epochSeconds' | 'epochMillis' | 'seconds' | 'millis';
  /** Where the body of a refusal says how long to wait, in seconds or as a date. */
  retryAfterBody?: string;
  /** Whom headers and refusals speak of; the connection when absent. */
  of?: LimitScope;
  /** All of them hold. */
  allowed?: Allowed[];
};
export type FailureKind = 'credentials' | 'rateLimit' | 'badRequest' | 'notFound' | 'providerFault' | 'network';
export type ErrorRule = {
  status?: number[];
  header?: { name: string; equals?: string };
  body?: { path: string; equals?: Scalar; contains?: string };
  kind: FailureKind;
  retryAfterSeconds?: number;
};

/** How one object is read. Paths are dotted (`paging.next.after`, `['@odata.nextLink']`, `data[0].id`). */
export type ReadSpec = {
  /** Where the object lies when it isn't below the provider's own base URL. */
  baseURL?: string;
  /** Below the base URL. `{object}` is the object's name, `{parent.key}` a value of the parent record, `{{.name}}` a variable. */
  path: string;
  /** Other paths of the same object, below the origin. */
  alsoAt?: string[];
  method?: 'GET' | 'POST';
  /** Texts may hold `{{.name}}` too. */
  query?: Record<string, Scalar>;
  headers?: Record<string, string>;
  body?: JsonObject;
  /** How the body is written; JSON. In XML, elements by name. */
  send?: 'json' | 'form' | 'xml';
  /** How the answer is written; left out, JSON or what its content type says. */
  format?: Format;
  /** Where the records lie (`{object}` is its name); left out, the engine looks. Several: the first that is there. `a[*].b`: of all. */
  records?: string | string[];
  /** With `a[*].b` in records: what each record gets from the entry around it, by name. */
  outer?: Record<string, string>;
  /** The answer holds one record, not a list. */
  single?: boolean;
  /** The provider leaves an empty list out of its answer. */
  omitsEmpty?: boolean;
  /** Each entry of the list holds its record below this key; several: the first that is there. */
  unwrap?: string | string[];
  /** The list is an object by name; its keys become this field of the records. */
  keyed?: string;
  /**
   * The entries are rows of a table: the path of its header (left out, the first row) and of a column's name in it.
   * `row` is the field that gets the row's number, from 1, where rows have no id.
   */
  columns?: { path?: string; name?: string; row?: string };
  /** A path, or a template of several: `{channel}-{ts}`, `{parent.id}/{name}`, `{uri|last}` the end of a URL. */
  id?: string | string[];
  updatedAt?: string | string[];
  total?: string;
  /** Nested objects whose keys are fields of the record. */
  flatten?: string[];
  /** `always`: names that the engine itself needs. Without `joinedBy` a body gets a list. */
  fields?: Slot & {
    joinedBy?: string;
    always?: string[];
    /** Sent when everything is wanted and the provider gives little unless it is asked. */
    otherwise?: string[];
    /** Unasked it gives some fields only: where all are wanted, those that metadata lists are asked for. */
    partial?: boolean;
    /** How the provider writes a nested field ($['a']['b'] as a.b); without it the whole of `a` is asked for. */
    nestedBy?: string;
    as?: 'graphql';
  };
  /** What is asked for when no field was; for GraphQL with what nested objects hold. `described`: what metadata lists. */
  selection?: string | string[];
  pageSize?: Slot & { default: number; max?: number };
  since?: Bound;
  until?: Bound;
  /** How it is asked for records in which a field has a value; what can't be asked for, the engine leaves out itself. */
  filters?: FilterSlot;
  /** Since, until and filters as one text of a query language. */
  where?: Where;
  /** Replaces what it names when the read is narrowed by since, until or filters. */
  narrowed?: Partial<ReadSpec>;
  /** The same when no field was asked for. */
  whole?: Partial<ReadSpec>;
  /** The object's own words for placeholders in the query and body texts of its style. */
  texts?: Record<string, string>;
  /** How the provider spells the names of objects that the file does not list. */
  naming?: Naming;
  paging?: Paging | Paging[];
  /** Records that have a value here are another kind of thing and are left out. */
  skip?: string;
  /** Of a list of many kinds, the records that have this value. */
  keep?: { path: string; equals: Scalar };
  /** How the provider tells of records that were deleted. */
  deleted?: Deleted;
  /** Reads the object once below each record of another object, which may have parents itself, or of each value given. */
  each?: string | Record<string, Scalar>[];
  /** Below those parents only that have something here, or do not say: they tell how many children they have. */
  eachWith?: string;
  /** A tree: records that have this value here are parents of more. `each` names where it begins. */
  descend?: { path: string; equals: Scalar };
  /** The object is made of these others, one after the other. */
  parts?: string[];
  detail?: RecordDetail;
  /**
   * The provider gives so many days at a time only: the time asked for, or `backDays` from now, is read window by
   * window. Needs since and until. Neighbours overlap by `overlapSeconds`, 1; or, where
   * it takes dates and counts both days, they are `wholeDays` that follow one another.
   */
  windows?: { days: number; backDays: number; overlapSeconds?: number; wholeDays?: boolean };
  /** The provider prepares the records first. */
  job?: JobSpec;
  customFields?: CustomFields;
  /** How its fields are described; added to what stands below it, key by key. */
  metadata?: MetadataSpec;
};
/** Values of the job stand in later requests as `{parent.job.name}`. */
export type JobSpec = {
  /** The call that makes it; it takes what the object says of fields, bounds and filters. POST. */
  create: Partial<ReadSpec>;
  /** Values of its answer, by name: the path of each. */
  keep: Record<string, string>;
  /** A call that starts it, where making it does not. POST. */
  start?: Partial<ReadSpec>;
  /** The call that tells how far it is, and where its answer says so. */
  poll: Partial<ReadSpec>;
  status: string;
  done: string[];
  /** Done, and there is nothing to read. */
  empty?: string[];
  failed?: string[];
  /** Where the answer says why it failed. */
  error?: string;
  /** Values of the answer that says that it is done. */
  found?: Record<string, string>;
  /** The first wait; each is twice the one before. 5. */
  waitSeconds?: number;
  /** How the results are read, beside what holds for the object; `url` names the value that is their address. */
  results: Partial<ReadSpec> & { url?: string };
};
export type ReadStyle = Partial<ReadSpec> & { style?: string };
export type ObjectSpec = ReadStyle & { aliases?: string[] };

export type Bound = Slot & {
  format?: TimeFormat;
  /** Sent when the read has no such bound. */
  otherwise?: Scalar;
  /** The provider refuses times younger than this many seconds. */
  minAgeSeconds?: number;
  /**
   * The engine compares the record's updated-at: for providers that have no such filter, or, beside a place where the
   * bound goes, whose filter is coarse or may let others through.
   */
  here?: boolean;
  /** Beside `here`: the newest come first, so behind a page that holds an older one there is nothing more to find. */
  newestFirst?: boolean;
  /**
   * The provider compares no finer than this many seconds (a day, a minute): it is asked for so much more. Where it is
   * not asked, it writes no finer times than this.
   */
  coarseSeconds?: number;
};

/** The list holds part of each record; the whole is asked for record by record. */
export type RecordDetail = {
  /** Below the base URL; `{record.key}` is a value of the record as it was listed. */
  path: string;
  query?: Record<string, Scalar>;
  /** Where the record lies in the answer; it is the answer itself unless this says otherwise. */
  record?: string;
  /** What the list does not show: without one of them being wanted, nobody asks. Left out, the list shows too little for anyone. */
  fields?: string[];
  /** No more on a page, when each of them costs a call. */
  pageSize?: number;
  /** What is found is one field of the record, under this name, and asked for only where it is wanted by it. */
  as?: string;
};

/** Fields that a record holds under keys that only the provider knows. */
export type CustomFields = {
  /** A list of entries, or an object by key; left out, the record itself is that object. */
  from?: string;
  /** Where an entry of the list has its key (`id`) and its value (`value`). */
  key?: string;
  value?: string;
  /** Where the provider keeps their names; left out, the key is what people call the field. */
  names?: CustomFieldNames;
};
export type CustomFieldNames = {
  path: string;
  records: string;
  key: string;
  name: string;
  /** Stands before the key in the record. */
  prefix?: string;
  pageSize?: Slot & { default: number; max?: number };
  paging?: Paging | Paging[];
};
