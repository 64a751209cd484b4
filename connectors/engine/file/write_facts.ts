/** Types of a provider file: how the records of an object are written. */
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Scalar } from './paging_facts.ts';

/** The kinds of writes. */
export const WRITE_TYPES = ['create', 'update', 'delete'] as const;
/** The kinds of calls that a provider file may declare for a record: the writes, and the read of one record. */
export const WRITE_VERBS = [...WRITE_TYPES, 'get'] as const;
export type WriteType = (typeof WRITE_TYPES)[number];
export type WriteVerb = (typeof WRITE_VERBS)[number];

/**
 * The evidence for a claim in `support`: a recorded response, a live account, the provider's documentation, other
 * facts.
 */
export type Verified = 'recorded' | 'live' | 'docs' | 'facts';

/**
 * A 2xx response is a refusal if the value at `path` is `equals`; without `equals`, if it is not empty, 0, null or
 * false.
 */
export type RefusalRule = { path: string; equals?: Scalar; message?: string };

/**
 * One request. Texts may contain `{id}`, `{object}`, `{objectType}`, `{singular}`, `{record.key}` and `{{.variable}}`;
 * a body text that is only `{record}` is replaced by the record.
 */
export type WriteCall = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base URL. Relative to `at` if it begins with `/{id}`. Default: `at` itself. */
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
  /** Paths of the record's id in the whole response. Default: the id path of reads, in the record of the response. */
  id?: string | string[];
  /** The path of the record in the response. Default: `wrap`, otherwise the whole body. */
  data?: string;
  refused?: RefusalRule | RefusalRule[];
};

/**
 * How records are written. A key of the object wins over the same key of its styles, then of the module, then of the
 * file.
 */
export type WriteSpec = {
  /** The path of the collection, relative to the base URL. Default: the path of reads, without its query. */
  at?: string;
  create?: WriteCall | false;
  /** The call must name its method, because the engine cannot derive the method of an update. */
  update?: WriteCall | false;
  delete?: WriteCall | false;
  /** The call that returns one record by its id. Default: GET at `at`/{id}. */
  get?: WriteCall | false;
  headers?: Record<string, string>;
  /** The request header with which the provider recognises a repeated create. */
  idempotencyKey?: { header: string };
  /**
   * The response statuses after which it is unknown whether the provider did the write. Default: 500, 502, 504, 520,
   * 524.
   */
  lost?: number[];
  /** Keys of the record whose values are moved from the record to the path. */
  parents?: string[];
} & Pick<WriteCall, 'wrap' | 'id' | 'data' | 'refused'>;
