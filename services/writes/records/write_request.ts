import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { type JsonObject, parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { prepareRecord } from '../../../lib/write_plan/prepare_record.ts';
import type { WritePlan, WriteRules } from '../../../lib/write_plan/write_plan.ts';
import type { WriteOutcome, WriteType } from '../operations/operation.ts';

/** An accepted request, as it is stored: with the plan at the time of the request. */
export type WriteRequest = {
  plan: WritePlan;
  type: WriteType;
  isBatch: boolean;
  /** The records as the caller sent them, with their ids. */
  records: JsonObject[];
  headers: Record<string, string>;
};

/** Seals the request and response of an operation, and the result of one record. */
export type WriteSeals = {
  request: BodySeal<WriteRequest>;
  /** The body of the answer, stored even if no caller received it. */
  response: BodySeal<JsonObject>;
  result: BodySeal<JsonObject>;
};
type BodySeal<T> = {
  seal(of: { projectId: string; id: string }, value: T): string;
  open(of: { projectId: string; id: string }, sealed: string): T;
};

export function makeSeals(sealer: Sealer): WriteSeals {
  const sealOf = <T>(column: string): BodySeal<T> => ({
    seal: ({ projectId, id }, value) => sealer.seal(stringifyJson(value as never), `${column}:${projectId}:${id}`),
    open: ({ projectId, id }, sealed) => parseJson(sealer.open(sealed, `${column}:${projectId}:${id}`)) as T,
  });
  return {
    request: sealOf('operations.request'),
    response: sealOf('operations.response'),
    result: sealOf('queued_records.result'),
  };
}

/** One record to write, with the provider's field names. */
export type RecordJob = {
  type: WriteType;
  id: string | undefined;
  record: JsonObject;
  /** Fields that are sent only if they are empty in the provider's record. */
  ifEmpty: string[];
  headers: Record<string, string>;
  /** Does not change between tries. Sent if the provider accepts an idempotency key. */
  idempotencyKey: string;
  warnings: string[];
};

/** How the write of one record ended. */
export type RecordEnd =
  | { success: true; recordId: string | null; data: JsonObject | null; warnings: string[] }
  | {
      success: false;
      /** A sentence for the builder about the failure. */
      message: string;
      outcome: WriteOutcome;
      /** The body of the provider's response. */
      response?: string | undefined;
      warnings: string[];
    };

/** Prepares one record of a request. Throws TypeError for a request that was not checked. */
export function jobOf(request: WriteRequest, position: number, operationId: string): RecordJob {
  const { type, headers, plan } = request;
  const { id, ...rest } = request.records[position] ?? {};
  const rules = parseJson(plan.rulesJson) as unknown as WriteRules;
  const prepared =
    type === 'delete' ? { record: {}, ifEmpty: [], warnings: [] } : prepareRecord(rules, type, rest as JsonObject);
  return {
    ...prepared,
    type,
    headers,
    id: type === 'create' ? undefined : (scalarText(id) ?? undefined),
    idempotencyKey: request.isBatch ? `${operationId}-${position}` : operationId,
  };
}

/** The result of a record, in the closed schema of the public API. */
export function resultOf(end: RecordEnd): JsonObject {
  if (!end.success) return { success: false, errors: [{ message: end.message }] };
  return {
    success: true,
    ...(end.recordId !== null && { recordId: end.recordId }),
    ...(end.data !== null && { data: end.data }),
  };
}
