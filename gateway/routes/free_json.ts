import { parseJson } from '../../lib/json/json.ts';

type FreeObject = Record<string, unknown>;

/** Parses free-form JSON that crossed gRPC as text; '' is {}. The service that owns it has validated it. */
export function freeObject<T extends object = FreeObject>(text: string): T {
  return (text ? parseJson(text) : {}) as unknown as T;
}
