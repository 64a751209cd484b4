/** Types of the provider file for paging and for the place of values in a request. */
import type { Json } from '../../../lib/json/json.ts';

export type Scalar = string | number | boolean;
/** The format of a response. */
export type Format = 'json' | 'csv' | 'ndjson' | 'xml';
/** `text`: the value fills the `{param}` placeholders of the query and body texts. */
export type Place = 'query' | 'body' | 'header' | 'text' | undefined;

/**
 * The place of a value in a request. `param`: the name of a parameter, body key, header or placeholder, as `in` says.
 * `append`: the path of a list in the body, to which `item` is appended, with the value filled in.
 */
export type Slot = { param?: string; in?: Place; append?: string; item?: Json };

/** The place of a field condition. `{field}` is the field's name. */
export type FilterSlot = Slot & {
  /** The only fields that the provider can filter by. */
  only?: string[];
  /** The provider's match is loose (ignores case, matches parts of words), so the engine filters its response again. */
  loose?: boolean;
};

type Ends = {
  /** Set by the engine: use this paging only if the response has paging information, such as a total or a flag. */
  onlyIfSaid?: boolean;
  /** The path of a flag for more pages. A truthy value means another page; null, false, 0 or empty means the end. */
  more?: string;
  /** The path of a flag that is true on the last page. */
  end?: string;
};
export type LinkHeaderPaging = { kind: 'linkHeader'; rel?: string; onlyIfSaid?: boolean };
export type NextUrlPaging = Ends & {
  kind: 'nextUrl';
  path: string | string[];
  /** Every page has a next URL; an empty page is the end. */
  untilEmpty?: boolean;
};
export type CursorPaging = Ends & {
  kind: 'cursor';
  path?: string | string[];
  /** The response header that holds the token, instead of `path`. */
  header?: string;
  /** Every page has a token, possibly always the same; an empty page is the end. */
  untilEmpty?: boolean;
  /** Equals signs of the token are not percent-encoded in the URL. */
  verbatim?: boolean;
  /** The value is a URL. The token is the query parameter of the URL with this name. */
  inUrl?: string;
  param: string;
  in?: Place;
  /**
   * The token is an offset, and the provider refuses offsets of `size` and more. At `size` the read restarts after the
   * last id.
   */
  window?: Slot & { size: number };
  /**
   * The token points to a record, not to a position. So when an earlier record is deleted, the read skips no record.
   */
  stays?: boolean;
};
export type OffsetPaging = Ends & {
  kind: 'offset';
  param: string;
  in?: Place;
  first?: number;
  next?: string;
  total?: string;
};
export type PageNumberPaging = Ends & {
  kind: 'page';
  param: string;
  in?: Place;
  first?: number;
  /** The path of this page's number in the body. */
  current?: string;
  /** The path of the next page's number in the body. */
  next?: string;
  /** The response header with the next page's number. An empty header means the end. */
  header?: string;
  totalPages?: string;
  totalPagesHeader?: string;
};
export type LastIdPaging = Ends & {
  kind: 'lastId';
  param: string;
  in?: Place;
  /** The path, in the last record, of the value after which the next page starts. Default: the record's id. */
  path?: string;
  /** The path of a record count in the response. A page with at least this many records is the last page. */
  total?: string;
};
export type Paging =
  | { kind: 'none'; onlyIfSaid?: boolean }
  | { kind: 'auto'; onlyIfSaid?: boolean }
  | LinkHeaderPaging
  | NextUrlPaging
  | CursorPaging
  | OffsetPaging
  | PageNumberPaging
  | LastIdPaging;
