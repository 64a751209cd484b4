import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import type { Turn } from './turn.ts';

const MAX_KEYS = 50;

/**
 * The objects of a response that may contain paging information: the body and objects up to three levels below it, the
 * shallowest first. Lists and records are skipped.
 */
export function envelopes({ body, records }: Pick<Turn, 'body' | 'records'>): JsonObject[] {
  const found: JsonObject[] = [];
  const isEnvelope = (value: unknown): value is JsonObject =>
    isObject(value as never) && !records.includes(value as never);
  let level = isEnvelope(body) ? [body] : [];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    found.push(...level);
    level = level.flatMap((object) => Object.values(object).slice(0, MAX_KEYS).filter(isEnvelope));
  }
  return found;
}
