import type { JsonObject } from '../../../lib/json/json.ts';
import { parseJson } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { prepareRecord } from '../../../lib/write_plan/prepare_record.ts';
import type { WriteRules } from '../../../lib/write_plan/write_plan.ts';
import type { WriteOutcome, WriteType } from '../operations/operation.ts';
import type { WriteRequest } from './write_request.ts';

/** One record to write, by the provider's names. */
export type RecordJob = {
  type: WriteType;
  id: string | undefined;
  record: JsonObject;
  /** Fields to leave out where the provider's record has a value. */
  ifEmpty: string[];
  headers: Record<string, string>;
  /** The same at every try; sent where the provider takes one. */
  idempotencyKey: string;
  warnings: string[];
};

/** How the write of one record ended. */
export type RecordEnd =
  | { success: true; recordId: string | null; data: JsonObject | null; warnings: string[] }
  | {
      success: false;
      /** A sentence for the builder. */
      message: string;
      outcome: WriteOutcome;
      /** What the provider answered. */
      response?: string | undefined;
      warnings: string[];
    };

/** Throws TypeError for a request that was not checked. */
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

/** The body of a result, in the closed shapes of the public interface. */
export function resultOf(end: RecordEnd): JsonObject {
  if (!end.success) return { success: false, errors: [{ message: end.message }] };
  return {
    success: true,
    ...(end.recordId !== null && { recordId: end.recordId }),
    ...(end.data !== null && { data: end.data }),
  };
}
