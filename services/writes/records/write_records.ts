import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { IdempotencyKeyRef } from '../idempotency/idempotency_key.ts';
import type { makeTakeKey } from '../idempotency/take_key.ts';
import type { InstallationClient } from '../installation.ts';
import type { Operation, WriteType } from '../operations/operation.ts';
import { checkPlan, checkRequest } from './check_request.ts';
import { type EndOperation, type EndStores, noteEnded } from './end_operation.ts';
import { newOperation } from './new_operation.ts';
import type { QueueWrite } from './queue_write.ts';
import { acceptsIdempotencyKey, providerOf, type SendRecord } from './send_record.ts';
import { classifyFailure, failedEnd, isAnswerLost, isRepeatable, notSentEnd, unknownEnd } from './write_failure.ts';
import { jobOf, type RecordEnd, type RecordJob, type WriteRequest, type WriteSeals } from './write_request.ts';

type Stores = EndStores;
type Deps = UseCaseContext<Stores> & {
  installation: InstallationClient;
  providers: ProviderCatalogue;
  sendRecord: SendRecord;
  queueWrite: QueueWrite;
  endOperation: EndOperation;
  takeKey: ReturnType<typeof makeTakeKey>;
  seals: WriteSeals;
  log: Log;
};

/** The request of the RPC. An absent text is empty, an absent number is 0. */
type WriteRecordsRequest = {
  projectId: string;
  integrationId: string;
  groupRef: string;
  objectName: string;
  type: string;
  isAsync: boolean;
  recordsJson: string[];
  isBatch: boolean;
  headers: { key: string; value: string }[];
  deadlineHours: number;
  idempotencyKey: string;
};
type WriteAnswer = { status: number; bodyJson: JsonObject; isReplayed: boolean };

/** Max time of all waits and calls of one request. Ms. */
const MAX_REQUEST_MS = 27_000;
/** Time of the caller's deadline that is reserved for the answer. Ms. */
const ANSWER_MARGIN_MS = 2_000;
/** Max records of a batch that are sent concurrently. */
const MAX_PARALLEL_RECORDS = 5;
/** A record is not sent when less than this time is left. Ms. */
const MIN_CALL_MS = 1_000;
const MAX_TRIES = 3;
const RETRY_MS = 200;

/**
 * Writes a record or a batch, or queues it. Throws a Problem for an error before the first permit is granted; then no
 * operation is created. Later errors are part of the operation's answer. So is an error that concerns only one record
 * of a batch.
 */
export function makeWriteRecords(deps: Deps) {
  const { stores, installation, providers, sendRecord, queueWrite, endOperation, takeKey, seals, clock, newId } = deps;

  return async function writeRecords(call: Call, asked: WriteRecordsRequest): Promise<WriteAnswer> {
    const deadline = Math.min(call.deadline - ANSWER_MARGIN_MS, clock.now() + MAX_REQUEST_MS);
    const { projectId, isBatch, headers } = asked;
    const type = asked.type as WriteType;
    const records = asked.recordsJson.map((text) => parseJson(text) as JsonObject);
    checkRequest({ type, isBatch, records, headers });
    const { idempotencyKey, recordsJson: _texts, ...content } = asked;
    const { key, stored } = await takeKey({ projectId, idempotencyKey, content: { ...content, records } });
    if (stored) {
      const body = seals.response.open({ projectId, id: stored.operationId ?? '' }, stored.sealedBody ?? '');
      return { status: stored.status, bodyJson: body, isReplayed: true };
    }
    try {
      const plan = await installation.findPlan(asked);
      checkPlan(plan, providerOf(providers, plan), type);
      const named = Object.fromEntries(headers.map(({ key: name, value }) => [name, value]));
      const request: WriteRequest = { plan, type, isBatch, records, headers: named };
      const by = { call, key, deadline };
      // A deletion is always synchronous.
      return asked.isAsync && type !== 'delete'
        ? await queueWrite(request, { ...by, deadlineHours: asked.deadlineHours })
        : await writeNow(request, by);
    } catch (error) {
      if (key) await stores.idempotencyKeys.freeUnbound(key);
      throw error;
    }
  };

  async function writeNow(
    request: WriteRequest,
    { call, key, deadline }: { call: Call; key: IdempotencyKeyRef | null; deadline: number },
  ): Promise<WriteAnswer> {
    const operation = newOperation(request, {
      id: newId(),
      isAsync: false,
      createdBy: call.principal,
      now: clock.now(),
    });
    let attempts = 1;
    let begun: Promise<void> | undefined;
    const begin = () => (begun ??= insert(operation, request, key));
    const jobs = request.records.map((_record, at) => jobOf(request, at, operation.id));
    const noteTry = (tries: number) => void (attempts = Math.max(attempts, tries));
    const send = (job: RecordJob, isFirst: boolean) =>
      sendNow(request, job, { deadline, begin, isBegun: () => begun !== undefined, isFirst, noteTry });
    const [first, ...rest] = jobs;
    const ends = [...(first ? [await send(first, true)] : []), ...(await inParallel(rest, (job) => send(job, false)))];
    await begin();
    const { requestId } = call;
    const mayHaveKey = key !== null;
    const ended = { operation, request, ends, attempts, mayHaveKey, requestId, now: clock.now() };
    const answer = await stores.transaction((s) => endOperation(s, ended));
    if (answer) noteEnded(deps.log, ended);
    // `answer` is null when this process was blocked for so long that another process has ended the write as abandoned.
    const { status, body } = answer ?? {
      status: 422,
      body: { operationId: operation.id, errors: [{ message: unknownEnd('The write took too long.').message }] },
    };
    return { status, bodyJson: body, isReplayed: false };
  }

  async function insert(operation: Operation, request: WriteRequest, key: IdempotencyKeyRef | null): Promise<void> {
    const sealedRequest = seals.request.seal(operation, request);
    await stores.transaction(async (s) => {
      await s.operations.insert({ ...operation, sealedRequest, sealedResponse: null });
      if (key) await s.idempotencyKeys.bind(key, operation.id);
    });
  }

  type How = {
    deadline: number;
    /** Creates the operation at the first call. */
    begin: () => Promise<void>;
    /** Whether `begin` was called. */
    isBegun: () => boolean;
    /** Whether this is the first record of the request. It is sent alone, before the others. */
    isFirst: boolean;
    /** Receives the number of tries of this record, before each try. */
    noteTry: (tries: number) => void;
  };

  /** Sends one record of a synchronous write. Repeats a write that is safe to repeat, as long as the caller waits. */
  async function sendNow(request: WriteRequest, job: RecordJob, how: How): Promise<RecordEnd> {
    const { plan, isBatch } = request;
    const { deadline, begin, isBegun, isFirst, noteTry } = how;
    const mayRepeat = isRepeatable(job.type, acceptsIdempotencyKey(providers, plan));
    let wasLost = false;
    for (let tries = 1; ; tries += 1) {
      if (!isFirst && deadline - clock.now() < MIN_CALL_MS)
        return notSentEnd('The time of the request was over before this record was sent.', job.warnings);
      noteTry(tries);
      try {
        const { recordId, data } = await sendRecord(plan, job, {
          isInteractive: true,
          // The first record does not wait for a permit. Later records of a batch wait for a permit until the deadline.
          maxWaitMs: () => (isFirst ? 0 : Math.max(0, deadline - clock.now() - MIN_CALL_MS)),
          deadline,
          beforeSend: begin,
        });
        return { success: true, recordId, data, warnings: job.warnings };
      } catch (error) {
        if (!isBegun() && (!isBatch || stopsBatch(error))) throw asProblem(error, clock);
        if (wasLost && job.type === 'delete' && isGone(error))
          return { success: true, recordId: job.id ?? null, data: null, warnings: job.warnings };
        const time = deadline - clock.now() - RETRY_MS * tries;
        if (isAnswerLost(error) && mayRepeat && tries < MAX_TRIES && time > MIN_CALL_MS) {
          wasLost = true;
          await sleep(RETRY_MS * tries);
          continue;
        }
        if (wasLost) return unknownEnd(classifyFailure(error)?.reason ?? '', job.warnings);
        if (error instanceof RateLimitExhausted) return notSentEnd(error.message, job.warnings);
        if (classifyFailure(error) === null)
          deps.log.error('write failed unexpectedly', { projectId: plan.projectId, err: error });
        return failedEnd(error, job.warnings);
      }
    }
  }
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const one = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(MAX_PARALLEL_RECORDS, items.length) }, one));
  return results;
}

function isGone(error: unknown): boolean {
  return error instanceof ProviderFailure && error.kind === 'notFound';
}

/** Whether the error concerns every record of the batch, and not only the record that was sent. */
function stopsBatch(error: unknown): boolean {
  if (!(error instanceof ProviderFailure)) return true;
  return error.kind === 'credentials';
}

/** Returns the problem for an error before anything was sent. Returns an error of another kind unchanged. */
function asProblem(error: unknown, clock: Clock): unknown {
  if (error instanceof RateLimitExhausted)
    return new Problem('rateLimited', "The provider's rate limit for this account is used up.", {
      retryAfter: clock.now() + Math.max(1_000, Math.ceil(error.waitMs)),
      remedy: 'Send it again after retryAfter, or use mode asynchronous: Causeway then waits for the limit.',
      cause: error,
    });
  if (!(error instanceof ProviderFailure)) return error;
  if (error.kind === 'credentials')
    return new Problem('conflict', error.message, {
      remedy: 'Ask the customer to connect the account again.',
      retryable: false,
      cause: error,
    });
  return new Problem('invalidArgument', error.message, {
    issues: [{ in: 'body', name: 'record', detail: error.message }],
    cause: error,
  });
}
