import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import type { Turn } from './turn.ts';

const MAX_KEYS = 50;

type Placed = { keys: string[]; object: JsonObject };

/**
 * The objects of a response that may contain paging information: the body and objects up to three levels below it, the
 * shallowest first. Lists and records are skipped.
 */
export function envelopes(turn: Pick<Turn, 'body' | 'records'>): JsonObject[] {
  return placedEnvelopes(turn).map(({ object }) => object);
}

/** Like `envelopes`, with the keys that lead to each object. */
export function placedEnvelopes({ body, records }: Pick<Turn, 'body' | 'records'>): Placed[] {
  const found: Placed[] = [];
  const isEnvelope = (value: unknown): value is JsonObject =>
    isObject(value as never) && !records.includes(value as never);
  let level: Placed[] = isEnvelope(body) ? [{ keys: [], object: body }] : [];
  for (let depth = 0; depth < 4 && level.length > 0; depth += 1) {
    found.push(...level);
    level = level.flatMap(({ keys, object }) =>
      Object.entries(object)
        .slice(0, MAX_KEYS)
        .flatMap(([key, value]) => (isEnvelope(value) ? [{ keys: [...keys, key], object: value }] : [])),
    );
  }
  return found;
}
