/** Types of a provider file: time formats, query conditions and object names. */
import type { ExactNumber } from '../../../lib/json/exact_number.ts';
import type { Slot } from './paging_facts.ts';

/** `rfc3339` keeps the time zone of the request; all other formats are in UTC. */
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
  /** The query language that decides how values are quoted and escaped. */
  quote: QueryLanguage;
  /** `{value}` is the time in the format `time`. If the language quotes times, this template has the quotes. */
  since?: string;
  until?: string;
  /** A template with `{field}` and `{value}`. The engine adds the quotes of the value. */
  filter?: string;
  /** The template for a comparison with null. Without it, the engine filters nulls itself. */
  filterNull?: string;
  /** The only fields that the provider can filter by. */
  only?: string[];
  /** The provider ignores conditions that it does not understand, so the engine filters its response again. */
  loose?: boolean;
  /** A condition that is always added. */
  always?: string;
  time?: TimeFormat;
  /** The provider requires both ends of a time span. */
  bothEnds?: boolean;
  /** Default: ` AND `. */
  joinedBy?: string;
  /** Text before and after the conditions, if there are any. */
  prefix?: string;
  suffix?: string;
};

/** How the provider spells the names of objects that the file does not list. */
export type Naming = {
  case?: 'camel' | 'pascal' | 'snake' | 'kebab';
  number?: 'singular';
};
