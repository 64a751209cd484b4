import { Buffer } from 'node:buffer';
import type { Socket } from 'node:net';
import type { Request, Response } from 'express';
import type { NewId } from '../../lib/ids/ids.ts';
import type { ProblemKind } from '../../lib/problem/kinds.ts';
import { callerKind } from '../../lib/telemetry/caller_kind.ts';
import { stopwatch } from '../../lib/telemetry/stopwatch.ts';
import type { EndedRequest, Telemetry } from '../../lib/telemetry/telemetry.ts';
import { callerTraceparent, type OpenSpan, openSpan, type SpanEnd } from '../../lib/telemetry/tracing.ts';

type Deps = { telemetry: Telemetry; newId: NewId };

/** The known facts about a request. The record is stored on the response, and each layer adds to it. */
export type RequestRecord = {
  readonly requestId: string;
  /** The operationId; undefined before the request is matched to an operation. */
  operation: string | undefined;
  principal: string;
  projectId: string;
  bytes: number | undefined;
  problem: ProblemKind | undefined;
  /** The id of the operation (read or write) that the answer contains. */
  operationId: string | undefined;
  cause: unknown;
  /** The status of an answer that was written to the socket directly, without the response object. */
  rawStatus: number | undefined;
  /** The span of the request, while traces are on. */
  span: OpenSpan | undefined;
};

/** Paths that orchestrators poll. Requests to these paths make no spans. */
export const HEALTH_PATHS = { alive: '/healthz', ready: '/readyz' } as const;

/** Requests whose body is still arriving. A parser error on such a socket belongs to its request. */
const recordsOfArrivingBodies = new WeakMap<Socket, RequestRecord>();

/**
 * Assigns the request id and reports the request once, when its response closes: answered, refused or aborted by the
 * client. A pipelined request gets its socket only after the earlier requests are answered. If the connection closes
 * before that, its response never closes, so the connection is observed too.
 */
export function trackRequest(request: Request, response: Response, deps: Deps): void {
  const elapsed = stopwatch();
  const record: RequestRecord = {
    requestId: deps.newId(),
    operation: undefined,
    principal: '',
    projectId: '',
    bytes: undefined,
    problem: undefined,
    operationId: undefined,
    cause: undefined,
    rawStatus: undefined,
    span: isHealthCheck(request.url)
      ? undefined
      : openSpan(() => ({
          name: 'request',
          kind: 'server',
          begins: true,
          parent: callerTraceparent(request.headers['traceparent']),
        })),
  };
  response.locals['record'] = record;
  response.setHeader('x-request-id', record.requestId);
  const { socket, headers } = request;
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    recordsOfArrivingBodies.set(socket, record);
  let isReported = false;
  const report = () => {
    if (isReported) return;
    isReported = true;
    if (recordsOfArrivingBodies.get(socket) === record) recordsOfArrivingBodies.delete(socket);
    const about = endedRequest(record, request, response, elapsed());
    record.span?.end(spanEndOf(about));
    deps.telemetry.request(about, record.cause);
  };
  response.once('close', report);
  if (response.socket === null) socket.setMaxListeners(0).once('close', report);
}

function isHealthCheck(url: string): boolean {
  return url === HEALTH_PATHS.alive || url === HEALTH_PATHS.ready;
}

function spanEndOf({ operation, status, requestId, projectId }: EndedRequest): SpanEnd {
  return {
    name: operation,
    attributes: {
      'http.response.status_code': status,
      'causeway.request_id': requestId,
      ...(projectId && { 'causeway.project_id': projectId }),
    },
    hasFailed: status >= 500,
  };
}

export function requestRecordOf(response: Response): RequestRecord {
  return response.locals['record'] as RequestRecord;
}

/** Notes the size of the answer, and the operation id in it. `text`: the body that is sent. */
export function noteAnswer(record: RequestRecord, answer: unknown, text: string): void {
  const { operationId } = answer as { operationId?: unknown };
  if (typeof operationId === 'string') record.operationId = operationId;
  record.bytes = Buffer.byteLength(text);
}

/** The request whose body is still arriving on this connection; undefined when there is none. */
export function receivedOn(socket: Socket): RequestRecord | undefined {
  return recordsOfArrivingBodies.get(socket);
}

function endedRequest(record: RequestRecord, request: Request, response: Response, durationMs: number): EndedRequest {
  const isComplete = response.writableFinished || record.rawStatus !== undefined;
  const hasBody = isComplete && request.method !== 'HEAD' && response.statusCode !== 304;
  return {
    requestId: record.requestId,
    operation: record.operation ?? pageOf(request),
    method: request.method,
    status: isComplete ? (record.rawStatus ?? response.statusCode) : 499,
    aborted: isComplete ? undefined : (true as const),
    durationMs,
    caller: callerKind(record.principal),
    projectId: record.projectId || undefined,
    bytes: hasBody ? (record.bytes ?? declaredBytes(response)) : undefined,
    problem: record.problem,
    operationId: record.operationId,
    traceId: record.span?.traceId,
  };
}

/**
 * The operation name of a request without an operation. An unknown path is not logged, because it can contain a secret.
 */
function pageOf(request: Request): string {
  return request.route ? 'page' : 'unmatched';
}

function declaredBytes(response: Response): number | undefined {
  const length = response.getHeader('content-length');
  return length === undefined ? undefined : Number(length);
}
