import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express';
import type { NewId } from '../../lib/ids/ids.ts';
import { type Json, stringifyJson } from '../../lib/json/json.ts';
import type { Log } from '../../lib/log/log.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Call } from '../../lib/rpc/call.ts';
import type { Telemetry } from '../../lib/telemetry/telemetry.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Operation } from '../contract/document.ts';
import { noEndpoint, rightBase } from '../contract/no_endpoint.ts';
import type { Validate } from '../contract/validation.ts';
import { setAnswerHeaders } from '../http/answer_headers.ts';
import { readBody, readBytes } from '../http/body.ts';
import { writeCacheable } from '../http/cacheable.ts';
import { crossOrigin } from '../http/cors.ts';
import { writeProblem } from '../http/problem_writer.ts';
import { addressOf } from '../http/request_address.ts';
import { noteAnswer, type RequestRecord, requestRecordOf, trackRequest } from '../http/request_record.ts';
import type { SupportContact } from '../http/support_contact.ts';
import type { createBodyRoom, TakeRoom } from '../limits/body_room.ts';
import { limitBodyTime } from '../limits/body_time.ts';
import { limitInFlight } from '../limits/in_flight.ts';
import type { RateLimits } from '../limits/rate_limits.ts';
import { roomOwner } from '../limits/room_owner.ts';
import { isHtmlPage, writeHtmlPage } from '../pages/html_page.ts';
import { checkAccess } from './access.ts';
import type { Authenticate } from './authentication.ts';
import { type ConditionalAnswers, firstTag } from './conditional_answers.ts';
import { makeWarnOfFrontendKeys, type WarnOfFrontendKeys } from './frontend_keys.ts';
import { isListAnswer } from './list_answer.ts';
import type { OperationId, RouteRequest } from './operation.ts';
import { StatusAnswer } from './status_answer.ts';
import { writeList } from './write_list.ts';

export type AnyRoute = (request: RouteRequest<OperationId>) => Promise<unknown>;

/** The parts of the router that the proxy uses. The proxy is no operation of the API. */
type ProxyParts = {
  callOf: (requestId: string) => Call;
  fail: (request: Request, response: Response, error: unknown) => void;
};

type Deps = {
  operations: Operation[];
  routes: Record<string, AnyRoute>;
  validators: Map<string, Validate>;
  authenticate: Authenticate;
  limits: RateLimits;
  conditionalAnswers: ConditionalAnswers;
  bodyRoom: ReturnType<typeof createBodyRoom>;
  /** The base path by host name, such as /read for read.example.com. */
  hostPrefixes: Map<string, string>;
  settings: {
    bodyLimit: number;
    deadline: number;
    maxInFlight: number;
    corsOrigins: string[];
    trustedProxies: string[];
  };
  publicUrl: () => string;
  support: SupportContact;
  /** Mount routes that are no operations: health checks before the rate limits, pages after them. */
  health: (app: Express) => void;
  proxy: (app: Express, parts: ProxyParts) => void;
  pages: (app: Express, callOf: (requestId: string) => Call) => void;
  isDraining: () => boolean;
  log: Log;
  telemetry: Telemetry;
  clock: Clock;
  newId: NewId;
};

/** Mounts every operation of the document. Only this function catches errors of handlers. */
export function createRouter(deps: Deps): Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .enable('case sensitive routing')
    .enable('strict routing')
    .set('query parser', 'simple')
    .set('trust proxy', deps.settings.trustedProxies);
  app.use((request: Request, response: Response, next: NextFunction) => {
    setAnswerHeaders(response);
    trackRequest(request, response, deps);
    request.url = addressOf(request, deps.hostPrefixes);
    if (deps.isDraining()) response.setHeader('connection', 'close');
    const { span } = requestRecordOf(response);
    if (span) span.within(next);
    else next();
  });
  if (deps.settings.corsOrigins.length > 0) app.use(crossOrigin(deps.settings.corsOrigins));
  deps.health(app);
  deps.proxy(app, {
    callOf: (requestId) => callOf(requestId, deps),
    fail: (request, response, error) => refuse(request, response, error, deps),
  });
  const limit = limitInFlight(deps.settings.maxInFlight, deps.clock, (...refused) => refuse(...refused, deps));
  const answerOperation = routerOfOperations(deps);
  // One handler, because Express takes about 1 µs for each handler that a request passes.
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    limitBodyTime(request);
    if (!limit(request, response)) return;
    await deps.limits.admitAddress(request);
    answerOperation(request, response, next);
  });
  deps.pages(app, (requestId) => callOf(requestId, deps));
  app.use((request: Request, response: Response) =>
    refuse(request, response, noEndpoint(request, deps.operations), deps),
  );
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    refuse(request, response, error, deps),
  );
  return app;
}

/**
 * Makes one router per number of path segments. Express tries its routes one after the other, each with a pattern; a
 * request can only match operations with the same number of segments.
 */
function routerOfOperations(deps: Deps) {
  const warnOfFrontendKeys = makeWarnOfFrontendKeys(deps);
  const routers = new Map<number, Router>();
  for (const [path, operations] of groupByPath(deps.operations)) {
    const router = routers.get(segmentsOf(path)) ?? express.Router({ caseSensitive: true, strict: true });
    routers.set(segmentsOf(path), router);
    const route = router.route(path);
    for (const operation of operations) route[operation.method](handlerOf(operation, deps, warnOfFrontendKeys));
    route.all((request: Request, response: Response) => refuseMethod(request, response, operations, deps));
  }
  return (request: Request, response: Response, next: NextFunction): void => {
    const router = routers.get(segmentsOf(request.path));
    if (router) router(request, response, next);
    else next();
  };
}

function segmentsOf(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}

/**
 * Groups operations by path. Express treats `:` as the start of a parameter, so a literal colon as in
 * `{installationId}:pause` is escaped. Paths with a literal colon are mounted first; otherwise the plain
 * `{installationId}` would match them.
 */
function groupByPath(operations: Operation[]): [string, Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) {
    const path =
      (operation.base === '/' ? '' : operation.base) +
      operation.path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1');
    groups.set(path, [...(groups.get(path) ?? []), operation]);
  }
  return [...groups].sort(([a], [b]) => Number(b.includes('\\:')) - Number(a.includes('\\:')));
}

function handlerOf(operation: Operation, deps: Deps, warnOfFrontendKeys: WarnOfFrontendKeys) {
  const route = deps.routes[operation.operationId];
  const validate = deps.validators.get(operation.operationId);
  if (!route || !validate) throw new Error(`openapi.yaml declares ${operation.operationId}, and no route answers it.`);
  return async (request: Request, response: Response): Promise<void> => {
    const record = requestRecordOf(response);
    record.operation = operation.operationId;
    const call = callOf(record.requestId, deps);
    const path = request.params as Record<string, string>;
    for (const value of Object.values(path))
      if (hasBadCharacter(value))
        throw new Problem('invalidArgument', 'The address has characters that are not allowed.');
    const caller = await deps.authenticate(request, operation, call, path['projectIdOrName'] ?? '');
    call.principal = caller.principal;
    record.principal = caller.principal;
    record.projectId = caller.projectId;
    if (operation.schemes.length > 0) await deps.limits.admitCaller(response, caller);
    checkAccess(operation, caller, path);
    const take = deps.bodyRoom(request, response, () => roomOwner(request, caller));
    const body = await bodyOf(request, operation, { limit: deps.settings.bodyLimit, take });
    const input = validate({ path, query: request.query, body });
    await deps.limits.admitGroup({ request, caller }, operation, input);
    if (operation.isConditional) response.setHeader('etag', firstTag(record.requestId));
    const conditional = operation.isConditional
      ? await deps.conditionalAnswers(request, operation, caller, call)
      : undefined;
    if (conditional?.tag) response.setHeader('etag', conditional.tag);
    if (conditional?.isCurrent) return void response.writeHead(304).end();
    if (conditional) call.asked = new Set();
    const answer = await route({
      call,
      caller,
      projectId: caller.projectId,
      headers: request.headers,
      ...input,
    } as RouteRequest<OperationId>);
    warnOfFrontendKeys(operation, caller);
    if (operation.access.changesCallers) deps.authenticate.forgetAll();
    if (!isListAnswer(answer)) {
      conditional?.learn(call.asked);
      return writeAnswer(request, response, operation, answer);
    }
    response.statusCode = operation.success.status;
    response.setHeader('content-type', 'application/json');
    await writeList(answer, {
      request,
      response,
      publicUrl: deps.publicUrl(),
      extendDeadline: () => (call.deadline = callOf(record.requestId, deps).deadline),
      onBytes: (bytes) => (record.bytes = (record.bytes ?? 0) + bytes),
    });
    conditional?.learn(call.asked);
  };
}

async function bodyOf(
  request: Request,
  { body }: Operation,
  bound: { limit: number; take: TakeRoom },
): Promise<unknown> {
  if (body?.bytes) return readBytes(request, { types: body.bytes, ...bound });
  return readBody(request, bound);
}

function hasBadCharacter(value: string): boolean {
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}

function callOf(requestId: string, { clock, settings }: Deps): Call {
  return { requestId, principal: 'nobody', deadline: clock.now() + settings.deadline };
}

function writeAnswer(request: Request, response: Response, { success, isCacheable }: Operation, answer: unknown): void {
  if (answer instanceof StatusAnswer) return void (requestRecordOf(response).bytes = answer.write(response));
  response.statusCode = success.status;
  if (success.contentType === null) {
    response.end();
    return;
  }
  response.setHeader(
    'content-type',
    success.contentType === 'application/json' ? 'application/json' : `${success.contentType}; charset=utf-8`,
  );
  const text = textOf(answer);
  noteAnswer(requestRecordOf(response), answer, text);
  if (isHtmlPage(answer)) return writeHtmlPage(response, answer);
  if (isCacheable) writeCacheable(request, response, text);
  else response.end(text);
}

/** The body as text. Some handlers return JSON text, which is sent unchanged. */
function textOf(answer: unknown): string {
  if (isHtmlPage(answer)) return answer.html;
  return typeof answer === 'string' ? answer : stringifyJson(answer as Json);
}

/** Answers 405, or 204 to OPTIONS. `Allow`: GET implies HEAD, and OPTIONS is always allowed. */
function refuseMethod(request: Request, response: Response, operations: Operation[], deps: Deps): void {
  const allowed = operations.map(({ method }) => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())).join(', ');
  response.setHeader('allow', allowed);
  requestRecordOf(response).operation = 'unknownMethod';
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const remedy = rightBase(request, deps.operations);
  const problem = new Problem('methodNotAllowed', `${request.method} is not served here; ${allowed} is.`, { remedy });
  refuse(request, response, problem, deps);
}

function refuse(request: Request, response: Response, error: unknown, { clock, publicUrl, support, log }: Deps): void {
  if (isHangUp(request, error)) return;
  const record = requestRecordOf(response);
  const problem = problemOf(error, record, log);
  record.problem = problem.kind;
  record.cause = problem.status >= 500 ? problem.cause : undefined;
  // The tag belonged to the answer that failed.
  if (!response.headersSent) response.removeHeader('etag');
  record.bytes = writeProblem(response, problem, {
    requestId: record.requestId,
    publicUrl: publicUrl(),
    support,
    now: clock.now(),
  });
}

/** The client disconnected while its body was read. No answer is possible; the log line of the request says so. */
function isHangUp({ destroyed, complete }: Request, error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return destroyed && !complete && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE');
}

function problemOf(error: unknown, { requestId, operation }: RequestRecord, log: Log): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof URIError) return new Problem('invalidArgument', 'The address is not well encoded.');
  log.error('request failed', { requestId, operation, err: error });
  return new Problem('internal', 'Internal error. Quote the request id to the operator.');
}
