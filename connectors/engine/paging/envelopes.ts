import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import type { Turn } from './turn.ts';

const MOST_KEYS = 50;

/**
 * The objects of an answer that may tell about the page: the answer itself, and what lies in it outside of any list,
 * three levels down, nearest first. What is a record itself tells about nothing but itself.
 */
export function envelopes({ body, records }: Pick<Turn, 'body' | 'records'>): JsonObject[] {
  const found: JsonObject[] = [];
  const isEnvelope = (value: unknown): value is JsonObject =>
    isObject(value as never) && !records.includes(value as never);
  let level = isEnvelope(body) ? [body] : [];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    found.push(...level);
    level = level.flatMap((object) => Object.values(object).slice(0, MOST_KEYS).filter(isEnvelope));
  }
  return found;
}
