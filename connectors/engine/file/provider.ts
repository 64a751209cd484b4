/** Types of a provider file (connectors/providers/<name>.yaml) that was validated against connectors/schema.json. */

import type { JsonObject } from '../../../lib/json/json.ts';
import type { Auth } from './auth_facts.ts';
import type { Deleted } from './deleted_facts.ts';
import type { KnownFields, MetadataSpec, UpsertSpec } from './field_facts.ts';
import type { FilterSlot, Format, Paging, Scalar, Slot } from './paging_facts.ts';
import type { Naming, TimeFormat, Where } from './query_facts.ts';
import type { CustomFields, RecordDetail } from './record_facts.ts';
import type { Verified, WriteSpec } from './write_facts.ts';

export type {
  ApiKeyFacts,
  Auth,
  AuthExchange,
  AuthStep,
  BasicFacts,
  CustomFacts,
  OauthFacts,
  TokenField,
} from './auth_facts.ts';

export type Provider = {
  name: string;
  displayName: string;
  /** Other names of the provider, as used by people and by other catalogues. */
  knownAs?: string[];
  /** For development only: the provider is available only when CAUSEWAY_SANDBOX is on. */
  sandbox?: true;
  /** May contain placeholders of variables: `{{.name}}`. */
  baseURL: string;
  defaultModule?: string;
  labels?: Record<string, string>;
  auth: Auth;
  /** Headers that are sent with every call. */
  headers?: Record<string, string>;
  variables?: Variable[];
  /** Values that Causeway fetches from the provider after the connection was authorized. */
  learned?: LearnedValue[];
  /** Placeholder values that no customer has to enter, such as an API version. A variable of the same name wins. */
  constants?: Record<string, string>;
  postAuthInfoNeeded?: boolean;
  healthCheck?: { method?: string; url: string; successStatusCodes?: number[] };
  /** Capabilities of the provider's API; absent when unknown. */
  can?: Capability[];
  /** Capabilities that Causeway has for this provider. */
  support?: Capability[];
  /** The evidence for each capability in `support`. */
  verified?: Partial<Record<Capability, Verified>>;
  subscribeRequirements?: Record<string, boolean>;
  providerApp?: { authQueryParams?: Descriptor[]; providerParams?: Descriptor[] };
  modules?: Record<string, Module>;
  /** Other origins that next-page URLs may point to. */
  origins?: string[];
  rateLimit?: RateLimitHeaders;
  errors?: ErrorRule[];
  /** Paths of the error message in an error body. */
  errorMessage?: string[];
  /** Defaults for every object. A style or the object itself overrides them. */
  reading?: Partial<ReadSpec>;
  styles?: Record<string, ReadStyle>;
  objects?: Record<string, string | ObjectSpec>;
  /** Fields by object, for a field mapping before any record exists. */
  knownFields?: Record<string, KnownFields>;
  /** The style of objects that the file does not list. */
  anyObject?: string;
  /** Default endpoint for field metadata. A style or the object itself overrides it. */
  metadata?: MetadataSpec;
  fieldUpsert?: UpsertSpec;
  write?: WriteSpec;
};

export type Capability = 'read' | 'write' | 'proxy' | 'subscribe' | 'delete' | 'search';
export type Variable = { name: string; displayName?: string; docsURL?: string; default?: string; modules?: string[] };
/** A value from the token response, or, with `from`, from a call. */
export type LearnedValue = { name: string; modules?: string[]; from?: LearnFrom };
/** A call with the account's credentials, and the path of the value in its response. */
export type LearnFrom = {
  url: string;
  /** The path of a list. The value is in the entry that matches `where`, or in the first entry. */
  list?: string;
  where?: { path: string; equals: string };
  path: string;
  /** A regular expression whose first group is the wanted part of the text. */
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
  'can' | 'support' | 'verified' | 'subscribeRequirements' | 'objects' | 'knownFields' | 'anyObject' | 'write'
> & {
  displayName: string;
  baseURL: string;
  /** Defaults for the module's objects. They override the provider's defaults. */
  reading?: Partial<ReadSpec>;
};

/** A rate limit of the provider: `requests` per `perSeconds`, counted per connection (default), app or object. */
export type DeclaredRate = { requests: number; perSeconds: number; of?: LimitScope };
export type LimitScope = 'connection' | 'app' | 'object';
/** `limit`, `remaining` and `reset` are names of response headers. */
export type RateLimitHeaders = {
  limit?: string;
  remaining?: string;
  reset?: string;
  resetUnit?: 'epochSeconds' | 'epochMillis' | 'seconds' | 'millis';
  /** The path of the wait time in the body of a rate-limited response: seconds or an HTTP date. */
  retryAfterBody?: string;
  /** The scope of the limit that headers and 429 responses report. Default: connection. */
  of?: LimitScope;
  /** The provider's rate limits; all of them apply. */
  allowed?: DeclaredRate[];
};
export type FailureKind = 'credentials' | 'rateLimit' | 'badRequest' | 'notFound' | 'providerFault' | 'network';
/** A response that matches all of `status`, `header` and `body` that are given is a failure of this kind. */
export type ErrorRule = {
  status?: number[];
  header?: { name: string; equals?: string };
  body?: { path: string; equals?: Scalar; contains?: string };
  kind: FailureKind;
  retryAfterSeconds?: number;
};

/** How one object is read. Paths have the form `paging.next.after`, `['@odata.nextLink']` or `data[0].id`. */
export type ReadSpec = {
  /** The object's base URL, if it is not the provider's. */
  baseURL?: string;
  /**
   * Relative to the base URL. `{object}` is the object's name, `{parent.key}` a value of the parent record, `{{.name}}`
   * a variable.
   */
  path: string;
  /** Other paths of the same object, relative to the origin. */
  alsoAt?: string[];
  method?: 'GET' | 'POST';
  /** Texts may contain variables: `{{.name}}`. */
  query?: Record<string, Scalar>;
  headers?: Record<string, string>;
  body?: JsonObject;
  /** The format of the request body. Default: JSON. In XML each key is an element. */
  send?: 'json' | 'form' | 'xml';
  /** The format of the response. Default: JSON, or as its content type says. */
  format?: Format;
  /**
   * The path of the records; `{object}` is the object's name. Of several paths, the first that the response has is
   * used. `a[*].b` concatenates the lists of all entries. Without a path the engine infers it.
   */
  records?: string | string[];
  /** With `a[*].b` in `records`: values to copy from each `a[*]` to its records, as new key and path in `a[*]`. */
  outer?: Record<string, string>;
  /** The response is a single record, not a list. */
  single?: boolean;
  /** The response omits an empty list. */
  omitsEmpty?: boolean;
  /** The key in each list entry that holds the record. In a list of keys, the first that exists is used. */
  unwrap?: string | string[];
  /** The list is an object whose keys identify the records. Each key is stored in its record under this name. */
  keyed?: string;
  /**
   * The entries are table rows. `path` leads to the header row (default: the first row), `name` to a column's name
   * within the header. `row` is the field that gets the row's number, from 1, for rows without an id.
   */
  columns?: { path?: string; name?: string; row?: string };
  /**
   * A path or a template of paths: `{channel}-{ts}`, `{parent.id}/{name}`. `{uri|last}` is the last segment of a URL.
   */
  id?: string | string[];
  updatedAt?: string | string[];
  /** A sentence that says why the object cannot be read as a whole. A read of it fails with this sentence. */
  unreadable?: string;
  /**
   * If `updatedAt` lists several times: new records also have the time that `since` filters by, so a filtered read
   * returns them. `assumed`: nobody has checked this.
   */
  timedFromCreation?: true | 'assumed';
  total?: string;
  /** Nested objects whose keys are moved to the record. */
  flatten?: string[];
  /**
   * Where the request lists the wanted fields. `always`: names that the engine needs. Without `joinedBy` a body gets a
   * JSON list.
   */
  fields?: Slot & {
    joinedBy?: string;
    always?: string[];
    /** Sent when all fields are wanted and the provider returns only a few by default. */
    otherwise?: string[];
    /**
     * By default the provider returns only some fields. A read of all fields requests every field of the metadata by
     * name.
     */
    partial?: boolean;
    /** The separator of a nested field name (a dot for a.b). Without it, the whole of `a` is requested. */
    nestedBy?: string;
    as?: 'graphql';
  };
  /**
   * The fields to request if the read names none. For GraphQL it is a selection set. `described` requests all fields
   * that the metadata lists.
   */
  selection?: string | string[];
  pageSize?: Slot & { default: number; max?: number };
  since?: Bound;
  until?: Bound;
  /** The place of field filters. The engine applies filters that the provider does not support. */
  filters?: FilterSlot;
  /** Time bounds and filters as one text in a query language. */
  where?: Where;
  /** Overrides for a read that is narrowed by since, until or filters. */
  narrowed?: Partial<ReadSpec>;
  /** Overrides for a read of all fields. */
  whole?: Partial<ReadSpec>;
  /** The object's values for placeholders in the query and body texts of its style. */
  texts?: Record<string, string>;
  /** How the provider spells the names of objects that the file does not list. */
  naming?: Naming;
  paging?: Paging | Paging[];
  /** Skip the records that have a value at this path. */
  skip?: string;
  /** Keep only the records that have this value. */
  keep?: { path: string; equals: Scalar };
  /** How the provider reports deleted records. */
  deleted?: Deleted;
  /** Read the object once per record of this parent object (which may have parents too), or per entry of this list. */
  each?: string | Record<string, Scalar>[];
  /** Skip parents whose value at this path is null, false, 0 or an empty text, such as a count of their children. */
  eachWith?: string;
  /** A record with the value `equals` at `path` is also a parent, as in a tree of folders. `each` names the roots. */
  descend?: { path: string; equals: Scalar };
  /** The object is the concatenation of these objects. */
  parts?: string[];
  detail?: RecordDetail;
  /**
   * The provider returns at most `days` per request. The requested time span (default: the last `backDays`) is read
   * window by window. Needs `since` and `until`. Windows overlap by `overlapSeconds` (default: 1). With `wholeDays` the
   * bounds are inclusive dates, and windows do not overlap.
   */
  windows?: { days: number; backDays: number; overlapSeconds?: number; wholeDays?: boolean };
  /** The provider exports the records asynchronously. */
  job?: JobSpec;
  customFields?: CustomFields;
  /** The endpoint for field metadata. It overrides the style's and the file's endpoint key by key. */
  metadata?: MetadataSpec;
  /** How records are written; `false`: records of this object cannot be written. */
  write?: WriteSpec | false;
};
/** An asynchronous export. Later requests use values of the job as `{parent.job.name}`. */
export type JobSpec = {
  /** The call that creates the job, with the object's fields, bounds and filters. Default method: POST. */
  create: Partial<ReadSpec>;
  /** Values to keep from the response of `create`: names and paths. */
  keep: Record<string, string>;
  /** The call that starts the job, if `create` does not. Default method: POST. */
  start?: Partial<ReadSpec>;
  /** The call that returns the status of the job. */
  poll: Partial<ReadSpec>;
  /** The path of the status in the response of `poll`. */
  status: string;
  done: string[];
  /** Status values that mean: the job is done and has no records. */
  empty?: string[];
  failed?: string[];
  /** The path of the reason of a failure. */
  error?: string;
  /** Values to keep from the response that reports the job as done: names and paths. */
  found?: Record<string, string>;
  /** The first wait between polls. Each further wait is twice as long. Default: 5. */
  waitSeconds?: number;
  /** Overrides for reading the results. `url` is the name of the kept value that holds their URL. */
  results: Partial<ReadSpec> & { url?: string };
};
export type ReadStyle = Partial<ReadSpec> & { style?: string };
export type ObjectSpec = ReadStyle & { aliases?: string[] };

export type Bound = Slot & {
  format?: TimeFormat;
  /** The value that is sent when the read has no bound. */
  otherwise?: Scalar;
  /** The provider refuses times that are more recent than this many seconds. */
  minAgeSeconds?: number;
  /** The engine filters by updated-at: the provider has no time filter, or only a coarse or loose one. */
  here?: boolean;
  /**
   * With `here`: the list begins with the newest records, so reading stops at the first page that ends before the
   * bound.
   */
  newestFirst?: boolean;
  /**
   * The provider's time resolution in seconds (60 for a minute). A bound is widened by it before it is sent. If no
   * bound is sent, this is the resolution of the record's updated-at.
   */
  coarseSeconds?: number;
};
