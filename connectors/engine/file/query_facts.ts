/** How a provider file says what goes into the text of a query. */
import type { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Slot } from './paging_facts.ts';

/** `rfc3339` as it was asked for, the others in UTC. */
export type TimeFormat =
  | 'rfc3339'
  | 'rfc3339Utc'
  | 'rfc3339Seconds'
  | 'utcNoZone'
  | 'date'
  | 'unixSeconds'
  | 'unixMillis'
  | 'sqlUtc';

export type QueryLanguage =
  | 'soql'
  | 'coql'
  | 'gaql'
  | 'jql'
  | 'klaviyo'
  | 'odata'
  | 'quickbooks'
  | 'scim'
  | 'search'
  | 'serviceNow'
  | 'suiteql'
  | 'xero';
export type FilterValue = string | number | boolean | ExactNumber | null;

/** Since, until and field filters as one text: `SystemModstamp > 2026-01-01T00:00:00Z AND Name = 'Ann'`. */
export type Where = Slot & {
  /** The language whose quotes and escapes values get. */
  quote: QueryLanguage;
  /** `{value}` is the time as `time` says; a language that quotes times has the quotes here. */
  since?: string;
  until?: string;
  /** `{field}` and `{value}`, which brings its own quotes. */
  filter?: string;
  /** The same for null, where it is not a value like others. */
  filterNull?: string;
  /** The provider filters by these fields alone. */
  only?: string[];
  /** It passes over conditions that it does not understand: its answers are searched here again. */
  loose?: boolean;
  /** A condition that always holds. */
  always?: string;
  time?: TimeFormat;
  /** A span of time has to have two ends. */
  bothEnds?: boolean;
  /** Default: ` AND `. */
  joinedBy?: string;
  /** Before the conditions, and after them, when there are any. */
  prefix?: string;
  suffix?: string;
};

/** How providers spell the names of objects that a file does not list one by one. */
export type Naming = {
  case?: 'camel' | 'pascal' | 'snake' | 'kebab';
  number?: 'singular';
};
