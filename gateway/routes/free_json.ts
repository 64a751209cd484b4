import { parseJson } from '../../lib/json/json.ts';

type FreeObject = Record<string, unknown>;

/** Parses JSON that a service sends as text; '' is {}. The service that stores it has validated it. */
export function freeObject<T extends object = FreeObject>(text: string): T {
  return (text ? parseJson(text) : {}) as unknown as T;
}
