/** Types of a provider file: how the records of an object are written. */
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Scalar } from './paging_facts.ts';

/** What can be done to a record, and with `get` the calls that a provider file may have for it. */
export const WRITE_TYPES = ['create', 'update', 'delete'] as const;
export const WRITE_VERBS = [...WRITE_TYPES, 'get'] as const;
export type WriteType = (typeof WRITE_TYPES)[number];
export type WriteVerb = (typeof WRITE_VERBS)[number];

/**
 * Evidence for a capability in `support`: a recorded answer, a live account, the provider's documentation, other facts.
 */
export type Verified = 'recorded' | 'live' | 'docs' | 'facts';

/** A 2xx is a refusal if the value at `path` is this one; without `equals`, if it is neither empty, 0, null nor false. */
export type Refused = { path: string; equals?: Scalar; message?: string };

/**
 * One call. Texts may contain `{id}`, `{object}`, `{objectType}`, `{singular}`, `{record.key}` and `{{.variable}}`;
 * a body text that is `{record}` alone becomes the record.
 */
export type WriteCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `at` if absent or beginning with `/{id}`; otherwise relative to the base URL. */
  path?: string;
  query?: Record<string, Scalar>;
  headers?: Record<string, string>;
  /** The whole body. Without it the record is the body. */
  body?: JsonObject;
  /** The path in the body under which the record is sent. */
  wrap?: string;
  /** The body is sent as a form. */
  form?: boolean;
  graphql?: { query: string; variables?: JsonObject };
  /** The path in the sent record that repeats the record's id. */
  idIn?: string;
  /** Paths of the record's id in the whole response. Default: as in reading, in the record of the response. */
  id?: string | string[];
  /** The path of the record in the response. Default: `wrap`, otherwise the whole body. */
  data?: string;
  refused?: Refused | Refused[];
};

/** How records are written. Layers: object, its styles, module, file; each key replaces that of the layer below. */
export type WriteSpec = {
  /** The path of the collection, relative to the base URL. Default: the path of reading without its query. */
  at?: string;
  create?: WriteCall | false;
  /** The file names the method of an update, because it cannot be derived. */
  update?: WriteCall | false;
  delete?: WriteCall | false;
  /** The call that returns one record by its id. Default: GET at `at`/{id}. */
  get?: WriteCall | false;
  headers?: Record<string, string>;
  /** The request header with which the provider recognises a repeated create. */
  idempotencyKey?: { header: string };
  /** The statuses after which the provider may have done the write. Default: 500, 502, 504, 520, 524. */
  lost?: number[];
  /** Keys of the record that are taken out of it for the path. */
  parents?: string[];
} & Pick<WriteCall, 'wrap' | 'id' | 'data' | 'refused'>;
