import type { Bound } from '../../../connectors/engine/file/provider.ts';
import type { Where } from '../../../connectors/engine/file/query_facts.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { type LabRequest, parameterOf } from '../lab_request.ts';
import { matchText } from './text_pattern.ts';

type Times = { since: string | null; until: string | null };

/** Extracts the times from a condition text, by inverting the file's templates. Field conditions are ignored. */
export function whereTimes(where: Where | undefined, request: LabRequest): Times {
  const text = where && scalarText(parameterOf(request, where));
  if (!where || !text) return { since: null, until: null };
  const parts = conditionsOf(text, where);
  const start = placeOf(parts, where.since, 0);
  // If both templates are equal, the second match is the end.
  const end = placeOf(parts, where.until, where.until === where.since ? start + 1 : 0);
  return { since: timeIn(parts[start], where.since), until: timeIn(parts[end], where.until) };
}

/** The format of a time in the conditions, as a Bound. */
export function whereBound(where: Where | undefined, end: keyof Times): Bound | undefined {
  return where?.[end] === undefined ? undefined : { format: where.time ?? 'rfc3339Utc' };
}

function conditionsOf(text: string, { prefix = '', suffix = '', always = '', joinedBy = ' AND ' }: Where): string[] {
  const inner = text.slice(
    text.startsWith(prefix) ? prefix.length : 0,
    suffix && text.endsWith(suffix) ? -suffix.length : undefined,
  );
  // The `always` condition is removed first, because it may look like a time bound.
  return inner.slice(inner.startsWith(always) ? always.length : 0).split(joinedBy);
}

function placeOf(parts: readonly string[], template: string | undefined, from: number): number {
  return template === undefined
    ? -1
    : parts.findIndex((part, at) => at >= from && part !== '' && matchText(template, part) !== null);
}

function timeIn(part: string | undefined, template: string | undefined): string | null {
  return part === undefined || template === undefined ? null : (matchText(template, part)?.['value'] ?? null);
}
