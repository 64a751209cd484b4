import { parseJson } from '../../lib/json/json.ts';

type FreeObject = Record<string, unknown>;

/** Free-form JSON that crossed gRPC as text; an empty text is an empty object. */
export function freeObject(text: string): FreeObject {
  return text ? (parseJson(text) as unknown as FreeObject) : {};
}
