import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import type { WritePlan } from '../../../lib/write_plan/write_plan.ts';
import type { WriteType } from '../operations/operation.ts';

/** A request that was accepted, as it is stored: with the plan of that moment. */
export type WriteRequest = {
  plan: WritePlan;
  type: WriteType;
  isBatch: boolean;
  /** As the caller sent them, with their ids. */
  records: JsonObject[];
  headers: Record<string, string>;
};

/** What seals the two bodies of an operation, and the result of one record. */
export type Seals = {
  request: Seal<WriteRequest>;
  /** The body that the caller got, or would get. */
  response: Seal<JsonObject>;
  result: Seal<JsonObject>;
};
type Seal<T> = {
  seal(of: { projectId: string; id: string }, value: T): string;
  open(of: { projectId: string; id: string }, sealed: string): T;
};

export function makeSeals(sealer: Sealer): Seals {
  const sealOf = <T>(column: string): Seal<T> => ({
    seal: ({ projectId, id }, value) => sealer.seal(stringifyJson(value as never), `${column}:${projectId}:${id}`),
    open: ({ projectId, id }, sealed) => parseJson(sealer.open(sealed, `${column}:${projectId}:${id}`)) as T,
  });
  return {
    request: sealOf('operations.request'),
    response: sealOf('operations.response'),
    result: sealOf('queued_records.result'),
  };
}
