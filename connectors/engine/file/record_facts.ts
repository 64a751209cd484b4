import type { Paging, Scalar, Slot } from './paging_facts.ts';

/** The list omits part of each record, so the engine requests each whole record by a separate call. */
export type RecordDetail = {
  /** Relative to the base URL; `{record.key}` is a value of the listed record. */
  path: string;
  query?: Record<string, Scalar>;
  /** The path of the record in the response. Default: the response itself. */
  record?: string;
  /**
   * Fields that only the detail has. The detail is requested only if one of these fields is wanted. Absent: always
   * requested.
   */
  fields?: string[];
  /** The max page size of a read that makes one more call for each record. */
  pageSize?: number;
  /** The detail is stored in this field of the record, and is requested only if the field is wanted. */
  as?: string;
};

/** Custom fields that a record stores under opaque keys. */
export type CustomFields = {
  /** The path of a list of entries, or of an object keyed by field. Default: the record itself. */
  from?: string;
  /** Paths in an entry of the list. Defaults: `id` for the key, `value` for the value. */
  key?: string;
  value?: string;
  /** The endpoint that lists the field names. Without it the key is the name. */
  names?: CustomFieldNames;
};
export type CustomFieldNames = {
  path: string;
  records: string;
  key: string;
  name: string;
  /** The prefix of the key in a record. */
  prefix?: string;
  pageSize?: Slot & { default: number; max?: number };
  paging?: Paging | Paging[];
};
