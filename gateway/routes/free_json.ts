import { parseJson } from '../../lib/json/json.ts';

type FreeObject = Record<string, unknown>;

/** Free-form JSON that crossed gRPC as text; an empty text is an empty object. What it looks like its owner has checked. */
export function freeObject<T extends object = FreeObject>(text: string): T {
  return (text ? parseJson(text) : {}) as unknown as T;
}
