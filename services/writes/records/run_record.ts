import { RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import type { Log } from '../../../lib/log/log.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { decideRetry } from '../../../lib/work/next_step.ts';
import type { RunEnd, WorkerSlot } from '../../../lib/work/worker.ts';
import type { InstallationClient } from '../installation.ts';
import type { Operation, SealedBodies } from '../operations/operation.ts';
import { type EndedWrite, type EndOperation, type EndStores, noteEnded } from './end_operation.ts';
import type { QueuedRecord, QueuedRecordStore } from './queued_record.ts';
import { acceptsIdempotencyKey, type SendRecord } from './send_record.ts';
import { classifyFailure, failedEnd, isAnswerLost, isRepeatable, unknownEnd } from './write_failure.ts';
import { jobOf, type RecordEnd, type RecordJob, type WriteRequest, type WriteSeals } from './write_request.ts';

type Stores = EndStores & {
  queuedRecords: QueuedRecordStore;
};
type Deps = UseCaseContext<Stores> & {
  installation: InstallationClient;
  providers: ProviderCatalogue;
  sendRecord: SendRecord;
  endOperation: EndOperation;
  seals: WriteSeals;
  log: Log;
  wake: () => void;
  random?: () => number;
};
type FoundRecord = { operation: Operation & SealedBodies; request: WriteRequest; job: RecordJob };

/** Max time of one try, including its waits. Ms. */
const MAX_CALL_MS = 27_000;
/** Max wait for a permit while the record occupies a slot; a record that needs a longer wait is postponed. Ms. */
const MAX_PERMIT_WAIT_MS = 500;
/** No max number of tries, because the deadline of the write limits them. */
const NO_MAX_WAIT = Number.POSITIVE_INFINITY;

/**
 * Makes one try to write a record of an asynchronous write: the record ends, or waits for its next try. Never throws:
 * returns `failed` for a fault of Causeway. When the outcome of a create is unknown, because its answer or its process
 * was lost, the create is sent again only if the provider supports an idempotency key.
 */
export function makeRunRecord(deps: Deps) {
  const { stores, installation, providers, sendRecord, endOperation, seals, clock, newId, log, wake } = deps;
  const { random = Math.random } = deps;

  return async function runRecord(record: QueuedRecord, _signal: AbortSignal, slot: WorkerSlot): Promise<RunEnd> {
    try {
      const found = await findWork(record);
      // The call is not aborted when the process stops; otherwise the provider's answer would be lost.
      return found ? await slot.waitFor(tryOnce(record, found)) : 'ended';
    } catch (err) {
      const { operationId, projectId } = record;
      log.warn('record not ended, its lease will expire', { operationId, projectId, err });
      return 'failed';
    }
  };

  async function findWork(record: QueuedRecord): Promise<FoundRecord | null> {
    const operation = await stores.operations.find(record.projectId, record.operationId);
    if (!operation?.sealedRequest) return null;
    const request = seals.request.open(operation, operation.sealedRequest);
    return { operation, request, job: jobOf(request, record.position, operation.id) };
  }

  async function tryOnce(record: QueuedRecord, found: FoundRecord): Promise<RunEnd> {
    const { operation, request, job } = found;
    const mayRepeat = isRepeatable(job.type, acceptsIdempotencyKey(providers, request.plan));
    let { sentTime } = record;
    if (sentTime !== null && !mayRepeat)
      return finish(record, found, unknownEnd('The process that sent it was stopped before it noted the answer.'));
    if (isLate(operation, 0))
      return finish(record, found, endOfLateRecord(sentTime, 'The deadline of the write is over.'));
    try {
      const { connectionId, credentialsVersion } = await installation.findPlan(request.plan);
      const plan = { ...request.plan, connectionId, credentialsVersion };
      const { recordId, data } = await sendRecord(plan, job, {
        isInteractive: false,
        maxWaitMs: () => MAX_PERMIT_WAIT_MS,
        deadline: clock.now() + MAX_CALL_MS,
        async beforeSend() {
          if (mayRepeat) return;
          sentTime = clock.now();
          if (!(await stores.queuedRecords.noteSent(record, sentTime))) throw new LeaseLost();
        },
      });
      return await finish(record, found, { success: true, recordId, data, warnings: job.warnings });
    } catch (error) {
      if (error instanceof LeaseLost) return 'ended';
      if (isAnswerLost(error)) sentTime ??= clock.now();
      else if (!mayRepeat) sentTime = null; // The provider did not write the record.
      if (isAnswerLost(error) && !mayRepeat) await finish(record, found, failedEnd(error, job.warnings));
      else await handleFailure(record, found, error, sentTime);
      return classifyFailure(error) ? 'ended' : 'failed';
    }
  }

  async function handleFailure(record: QueuedRecord, found: FoundRecord, error: unknown, sentTime: number | null) {
    const { operation, job } = found;
    const failure = classifyFailure(error);
    if (!failure)
      log.error('write failed unexpectedly', { operationId: operation.id, projectId: operation.projectId, err: error });
    const step = decideRetry(
      failure ?? { kind: 'temporary', reason: 'Internal error in Causeway; see the log of writes.' },
      record,
      {
        maxTries: NO_MAX_WAIT,
        random,
      },
    );
    if (step.do === 'fail') {
      const end = failedEnd(error, job.warnings);
      return void (await finish(record, found, sentTime === null ? end : unknownEnd(end.message, job.warnings)));
    }
    if (isLate(operation, step.waitMs))
      return void (await finish(record, found, endOfLateRecord(sentTime, failure?.reason ?? '')));
    const now = clock.now();
    // Waiting for a permit does not count as a failed try.
    if (step.do === 'postpone' || error instanceof RateLimitExhausted)
      return void (await stores.queuedRecords.postpone(record, { waitMs: step.waitMs, now }));
    await stores.transaction(async (s) => {
      const wait = { waitMs: step.waitMs, isRateLimit: step.isRateLimit, sentTime, now };
      if (!(await s.queuedRecords.park(record, wait))) return;
      metrics.retries.inc({ service: 'writes' });
      await s.operations.noteAttempt(operation, now);
      const msg = `${operation.recordsTotal > 1 ? `Record ${record.position}: t` : 'T'}rying again in ${Math.ceil(step.waitMs / 1000)} s.`;
      const line = { id: newId(), time: now, severity: 'WARNING' as const, msg, error: failure?.reason ?? '' };
      await s.logs.add(operation.projectId, operation.id, [line]);
    });
  }

  function isLate({ deadlineTime }: Operation, waitMs: number): boolean {
    return deadlineTime !== null && clock.now() + waitMs > deadlineTime;
  }

  /**
   * Ends a record, and makes the next record with the same order key ready. If it was the last record of its operation,
   * ends the operation too.
   */
  async function finish(record: QueuedRecord, { operation, request }: FoundRecord, end: RecordEnd): Promise<'ended'> {
    const now = clock.now();
    let last: EndedWrite | null = null;
    const hasNext = await stores.transaction(async (s) => {
      last = null;
      const sealedResult = seals.result.seal(record, end as unknown as JsonObject);
      const state = end.success ? ('success' as const) : ('failure' as const);
      if (!(await s.queuedRecords.finish(record, { state, sealedResult, now }))) return false;
      const isPromoted = await s.queuedRecords.promote(record);
      const current = await s.operations.lock(operation.projectId, operation.id);
      if (current?.state !== 'running') return isPromoted;
      const tally = {
        written: current.recordsWritten + Number(end.success),
        failed: current.recordsFailed + Number(!end.success),
      };
      const attempts = current.attempts + 1;
      if (tally.written + tally.failed < current.recordsTotal) {
        await s.operations.count(operation, { ...tally, attempts, now });
        return isPromoted;
      }
      const results = await s.queuedRecords.listResults(operation);
      const ends = results.map(
        ({ id, sealedResult: sealed }) =>
          seals.result.open({ projectId: operation.projectId, id }, sealed) as unknown as RecordEnd,
      );
      const ended = { operation: current, request, ends, attempts, mayHaveKey: true, now };
      if (await endOperation(s, ended)) last = ended;
      return isPromoted;
    });
    if (last) noteEnded(log, last);
    if (hasNext) wake();
    return 'ended';
  }
}

/** Thrown when another worker holds the record. */
class LeaseLost extends Error {}

function endOfLateRecord(sentTime: number | null, reason: string): RecordEnd {
  const detail = `The deadline of the write passed before it was done. ${reason}`;
  return sentTime === null ? { success: false, message: detail, outcome: '', warnings: [] } : unknownEnd(detail);
}
