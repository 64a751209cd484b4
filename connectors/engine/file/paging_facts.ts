/** How a provider file says where values go in a request, and how one page leads to the next. */
import type { Json } from '../../../lib/json/json.ts';

export type Scalar = string | number | boolean;
/** How an answer is written. */
export type Format = 'json' | 'csv' | 'ndjson' | 'xml';
/** `text`: the value fills the `{param}` placeholders of the query and body texts. */
export type Place = 'query' | 'body' | 'header' | 'text' | undefined;

/** Where a value goes: a parameter, body key, header or placeholder, or an item that is appended to a list in the body. */
export type Slot = { param?: string; in?: Place; append?: string; item?: Json };

/** Where a condition on a field goes; `{field}` is its name. */
export type FilterSlot = Slot & {
  /** The provider filters by these fields alone. */
  only?: string[];
  /** It answers more than was asked for (other cases, parts of words): its answers are searched here again. */
  loose?: boolean;
};

type Ends = {
  /** The engine's own: this way holds only for an answer that names a total, a flag or the like. */
  onlyIfSaid?: boolean;
  /** True: another page follows. Null or false: none does. */
  more?: string;
  /** True: this was the last page. */
  end?: string;
};
export type LinkHeaderPaging = { kind: 'linkHeader'; rel?: string; onlyIfSaid?: boolean };
export type NextUrlPaging = Ends & {
  kind: 'nextUrl';
  path: string | string[];
  /** There is always a next URL; an empty page is the end. */
  untilEmpty?: boolean;
};
export type CursorPaging = Ends & {
  kind: 'cursor';
  path?: string | string[];
  /** The response header that holds the token. */
  header?: string;
  /** The token stays the same, or comes without an end: an empty page is the last one. */
  untilEmpty?: boolean;
  /** The provider wants the token in the URL with its equals signs as they are, not percent-encoded. */
  verbatim?: boolean;
  /** What is found is a URL; the token is this parameter of it. */
  inUrl?: string;
  param: string;
  in?: Place;
  /** The token counts records and the provider refuses one past `size`: there the request starts again behind the last id. */
  window?: Slot & { size: number };
  /** The provider says that the token marks a record: what is deleted before it moves no other past the reader. */
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
  /** Where the body names this page's number. */
  current?: string;
  /** Where the body names the next page's number. */
  next?: string;
  /** The response header that names it; an empty one is the end. */
  header?: string;
  totalPages?: string;
  totalPagesHeader?: string;
};
export type LastIdPaging = Ends & {
  kind: 'lastId';
  param: string;
  in?: Place;
  /** Where the last record holds what the next page follows, when that isn't its id. */
  path?: string;
  /** How many records the answer counts: where the page holds as many, nothing follows. */
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
