import { toIso } from '../../../lib/time/iso.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { FilterValue, Where } from '../file/query_facts.ts';
import { queryLiteral, queryName } from './query_language.ts';
import type { ReadTarget } from './read_target.ts';
import { formatTime } from './time_format.ts';

/**
 * The text of the conditions; empty if there are none. Throws ProviderFailure `badRequest` for a filter that the query
 * language cannot express.
 */
export function whereText(
  {
    quote,
    since,
    until,
    filter,
    filterNull,
    always,
    time,
    joinedBy = ' AND ',
    prefix = '',
    suffix = '',
    ...facts
  }: Where,
  asked: Pick<ReadTarget, 'since' | 'until' | 'filters'>,
  now: number,
): string {
  const bound = (template: string | undefined, at: string | undefined) =>
    template === undefined || at === undefined
      ? []
      : [fill(template, { value: String(formatTime(at, { format: time ?? 'rfc3339Utc' }, now)) })];
  const ends = facts.bothEnds ? bothEnds(asked, now) : asked;
  const filters = (asked.filters ?? []).map(({ fieldName, value }) =>
    fill(templateFor(value, filter, filterNull), {
      field: queryName(quote, fieldName),
      value: queryLiteral(quote, value),
    }),
  );
  const conditions = [
    ...(always ? [always] : []),
    ...bound(since, ends.since),
    ...bound(until, ends.until),
    ...filters,
  ];
  return conditions.length > 0 ? prefix + conditions.join(joinedBy) + suffix : '';
}

/** The time span for a provider that needs both ends: 1970 replaces a missing start, now replaces a missing end. */
function bothEnds(
  { since, until }: Pick<ReadTarget, 'since' | 'until'>,
  now: number,
): Pick<ReadTarget, 'since' | 'until'> {
  return since === undefined && until === undefined ? {} : { since: since ?? toIso(0), until: until ?? toIso(now) };
}

function templateFor(value: FilterValue, filter: string | undefined, filterNull: string | undefined): string {
  const template = value === null ? filterNull : filter;
  if (template !== undefined) return template;
  throw new ProviderFailure('badRequest', 'The provider does not support this filter.');
}

/** Fills all placeholders in one pass, so a value that looks like a placeholder is not filled again. */
function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(field|value)\}/g, (all, name: string) => values[name] ?? all);
}
