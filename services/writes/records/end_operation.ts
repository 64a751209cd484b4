import { eventOf } from '../../../lib/events/event.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import { providerLabel } from '../../../lib/telemetry/provider_label.ts';
import { traceId } from '../../../lib/telemetry/tracing.ts';
import type { ChangeMoment, ClockAndIds, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { LogEntry, LogStore } from '../../../lib/work/operation_log.ts';
import { type IdempotencyKeyStore, KEY_RETENTION_MS } from '../idempotency/idempotency_key.ts';
import type { Operation, OperationStore, WriteOutcome } from '../operations/operation.ts';
import { unknownEnd } from './write_failure.ts';
import { type RecordEnd, resultOf, type WriteRequest, type WriteSeals } from './write_request.ts';

export type EndStores = WithOutbox<{
  operations: OperationStore;
  logs: LogStore;
  idempotencyKeys: IdempotencyKeyStore;
}>;
type Deps = ClockAndIds & { seals: WriteSeals };
export type WriteResponse = { status: 200 | 422; body: JsonObject };
export type EndedWrite = {
  operation: Operation;
  request: WriteRequest;
  /** How the write of each record ended, in the order of the request. */
  ends: readonly RecordEnd[];
  attempts: number;
  /** False when the caller sent no Idempotency-Key; true when the caller sent a key, or when this is unknown. */
  mayHaveKey: boolean;
  /** The request id of the caller; only when a caller waits for the end. */
  requestId?: string;
  now: number;
};

/** Max log lines about failed records. */
const MAX_LINES = 100;

/**
 * Ends an operation, in the caller's transaction. Writes the result and the log lines, and the event of an asynchronous
 * operation. Stores the answer of a synchronous operation under its idempotency key, or deletes the key if no record
 * was written and `outcome` is empty. The key of an asynchronous operation has its answer already, and only gets a new
 * expiry. Returns null when the operation had already ended.
 */
export function makeEndOperation({ seals, newId }: Deps) {
  return async function endOperation(s: EndStores, ended: EndedWrite): Promise<WriteResponse | null> {
    const { operation, request, ends, attempts, mayHaveKey, now } = ended;
    const answer = answerOf(operation, request, ends);
    const written = ends.filter(({ success }) => success).length;
    const failed = ends.length - written;
    const outcome = outcomeOf(ends);
    const sealedResponse = seals.response.seal(operation, answer.body);
    const isHeld = await s.operations.finish(operation, {
      state: failed === 0 ? 'success' : 'failure',
      result: resultText(operation, ends),
      outcome,
      recordId: idOf(request, ends),
      recordsWritten: written,
      recordsFailed: failed,
      attempts,
      sealedResponse,
      now,
    });
    if (!isHeld) return null;
    const { projectId, id } = operation;
    const lines = linesOf(operation, ends).map((line) => ({ id: newId(), time: now, ...line }));
    await s.logs.add(projectId, id, lines);
    if (operation.isAsync) await s.outbox.add(doneEvent(ended, { newId, now }));
    if (!mayHaveKey) return answer;
    if (operation.isAsync) await s.idempotencyKeys.keep(operation, KEY_RETENTION_MS);
    else if (written === 0 && outcome === '') await s.idempotencyKeys.freeOf(operation);
    else
      await s.idempotencyKeys.answer(operation, {
        status: answer.status,
        sealedBody: sealedResponse,
        keepMs: KEY_RETENTION_MS,
      });
    return answer;
  };
}

export type EndOperation = ReturnType<typeof makeEndOperation>;

/**
 * Counts an ended write in the metrics and logs it. Must be called after the commit, because the write has not ended
 * before.
 */
export function noteEnded(log: Log, { operation, request, ends, attempts, requestId, now }: EndedWrite): void {
  const { plan } = request;
  const written = ends.filter(({ success }) => success).length;
  const failed = ends.length - written;
  const status = failed === 0 ? 'success' : 'failure';
  metrics.operations.inc({ kind: 'write', status, provider: providerLabel(plan.provider) });
  metrics.operationSeconds.observe({ kind: 'write' }, (now - operation.createTime) / 1_000);
  const trace = traceId();
  log.info('write', {
    ...(requestId !== undefined && { requestId }),
    ...{ projectId: operation.projectId, operationId: operation.id, provider: plan.provider },
    ...{ status, written, failed, attempts, isAsync: operation.isAsync },
    durationMs: now - operation.createTime,
    ...(trace && { traceId: trace }),
  });
}

function answerOf(
  { id: operationId }: Operation,
  { isBatch }: WriteRequest,
  ends: readonly RecordEnd[],
): WriteResponse {
  const written = ends.filter(({ success }) => success).length;
  const status = written > 0 ? 200 : 422;
  const [end] = ends;
  if (isBatch || !end) {
    const counts = { successCount: written, failureCount: ends.length - written };
    return { status, body: { operationId, ...counts, results: ends.map(resultOf), errors: [] } };
  }
  if (end.success) return { status, body: { operationId, result: resultOf(end) } };
  const { message, response, warnings } = end;
  return {
    status,
    body: {
      operationId,
      errors: [{ message }],
      result: { success: false },
      ...(response !== undefined && { rawResponse: response }),
      ...(warnings.length > 0 && { warnings: warnings.map((warning) => ({ message: warning })) }),
    },
  };
}

/**
 * Returns `unknown` when the outcome of at least one record is unknown, because the provider may have written it.
 * Returns `notSent` when no record was sent, and an empty text otherwise.
 */
function outcomeOf(ends: readonly RecordEnd[]): WriteOutcome {
  const outcomes = ends.map((end) => (end.success ? '' : end.outcome));
  if (outcomes.includes('unknown')) return 'unknown';
  return outcomes.length > 0 && outcomes.every((one) => one === 'notSent') ? 'notSent' : '';
}

function idOf({ isBatch, records }: WriteRequest, [end]: readonly RecordEnd[]): string | null {
  if (isBatch || !end) return null;
  const asked = records[0]?.['id'];
  return (end.success && end.recordId) || (asked === undefined || asked === null ? null : String(asked));
}

const PAST_TENSE = { create: 'created', update: 'updated', delete: 'deleted' } as const;

function resultText({ mappedObjectName, writeType }: Operation, ends: readonly RecordEnd[]): string {
  const written = ends.filter(({ success }) => success).length;
  const [end] = ends;
  const records = (count: number) => `${count} ${count === 1 ? 'record' : 'records'}`;
  if (written === ends.length) return `[${mappedObjectName}] ${records(written)} ${PAST_TENSE[writeType]}`;
  if (ends.length === 1 && end && !end.success) return `[${mappedObjectName}] ${end.message}`;
  return `[${mappedObjectName}] ${written} of ${records(ends.length)} ${PAST_TENSE[writeType]}, ${ends.length - written} failed`;
}

type UntimedLogLine = Omit<LogEntry, 'time'>;

function linesOf(operation: Operation, ends: readonly RecordEnd[]): UntimedLogLine[] {
  const isOne = ends.length === 1;
  const lines = ends.flatMap((end, at): UntimedLogLine[] => {
    const which = isOne ? '' : `Record ${at}: `;
    const warnings = end.warnings.map(
      (warning): UntimedLogLine => ({ severity: 'WARNING', msg: `${which}${warning}` }),
    );
    return end.success
      ? warnings
      : [...warnings, { severity: 'ERROR', msg: isOne ? 'Failed.' : `${which}failed.`, error: end.message }];
  });
  const left = lines.length - MAX_LINES;
  const shown = lines.slice(0, MAX_LINES);
  const rest: UntimedLogLine[] =
    left > 0 ? [{ severity: 'WARNING', msg: `${left} lines about other records are omitted.` }] : [];
  return [...shown, ...rest, { severity: 'INFO', msg: `Finished: ${resultText(operation, ends)}` }];
}

/** Max errors in the event, so that it fits into a message of the bus. */
const MAX_EVENT_ERRORS = 100;

function doneEvent({ operation, request, ends }: EndedWrite, { newId, now }: ChangeMoment) {
  const { plan } = request;
  const errors = ends.flatMap((end, at) =>
    end.success ? [] : [ends.length === 1 ? end.message : `record ${at}: ${end.message}`],
  );
  return eventOf('write.async.done', {
    id: newId(),
    projectId: operation.projectId,
    time: now,
    payload: {
      projectId: plan.projectId,
      provider: plan.provider,
      integrationId: plan.integrationId,
      integrationName: plan.integrationName,
      installationId: plan.installationId,
      connectionId: plan.connectionId,
      groupRef: plan.groupRef,
      groupName: plan.groupName,
      consumerRef: plan.consumerRef,
      consumerName: plan.consumerName,
      objectName: operation.mappedObjectName,
      operationId: operation.id,
      success: errors.length === 0,
      successfulRecordIds: ends.flatMap((end) => (end.success && end.recordId !== null ? [end.recordId] : [])),
      errors: errors.slice(0, MAX_EVENT_ERRORS),
    },
  });
}

type EndAbandonedDeps = UseCaseContext<EndStores> & { endOperation: EndOperation; seals: WriteSeals; log: Log };

/**
 * Age after which a synchronous write counts as abandoned. Ms. A process that is alive ends the write at the latest 27
 * s after the request arrived.
 */
export const ABANDONED_MS = 40_000;
const PER_ROUND = 100;

/**
 * Ends synchronous writes whose process was killed. The outcome of their records is unknown, and the records are not
 * sent again. Returns whether there may be more.
 */
export function makeEndAbandoned({ stores, endOperation, seals, clock, log }: EndAbandonedDeps) {
  return async function endAbandoned(): Promise<boolean> {
    const found = await stores.operations.listAbandoned(ABANDONED_MS, PER_ROUND);
    for (const operation of found) {
      if (!operation.sealedRequest) continue;
      const request = seals.request.open(operation, operation.sealedRequest);
      const end = unknownEnd('The process that sent it was stopped before it noted the answer.');
      const ends = request.records.map(() => end);
      const ended = { operation, request, ends, attempts: 1, mayHaveKey: true, now: clock.now() };
      if (await stores.transaction((s) => endOperation(s, ended))) noteEnded(log, ended);
    }
    return found.length === PER_ROUND;
  };
}
