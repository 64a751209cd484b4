import type { Express, NextFunction, Request, Response } from 'express';
import type { ProxyAnswer, ProxyHeader, ServeProxy } from '../../lib/hand_over/hand_over.ts';
import { retryHeaders } from '../../lib/hand_over/retry_headers.ts';
import { hasBody } from '../../lib/http/has_body.ts';
import { passOn } from '../../lib/http/pass_on.ts';
import { isId } from '../../lib/ids/ids.ts';
import { type Issue, Problem } from '../../lib/problem/problem.ts';
import type { Call } from '../../lib/rpc/call.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { DEFAULT_ACCESS, type Operation } from '../contract/document.ts';
import { rawTarget } from '../http/request_address.ts';
import { requestRecordOf } from '../http/request_record.ts';
import { limitInFlight, whenOver } from '../limits/in_flight.ts';
import type { RateLimits } from '../limits/rate_limits.ts';
import { checkAccess } from './access.ts';
import type { Authenticate } from './authentication.ts';
import type { Services } from './operation.ts';

type Deps = {
  authenticate: Authenticate;
  limits: RateLimits;
  installation: Services['installation'];
  /** Undefined when `writes` is not deployed. */
  serve: ServeProxy | undefined;
  notDeployed: () => Problem;
  hostPrefixes: ReadonlyMap<string, string>;
  maxInFlight: number;
  callOf: (requestId: string) => Call;
  fail: (request: Request, response: Response, error: unknown) => void;
  clock: Clock;
};

const PROXY_PATH = '/proxy';
/**
 * The max time from the arrival of a request to the head of the provider's answer, all waits included, in milliseconds.
 */
const MAX_WAIT_MS = 27_000;

/**
 * The credential and the access rules of a proxied request. The OpenAPI document cannot contain it, because its paths
 * are the provider's.
 */
const PROXY_REQUEST: Pick<Operation, 'operationId' | 'schemes' | 'access'> = {
  operationId: 'proxyRequest',
  schemes: ['ApiKey'],
  access: { ...DEFAULT_ACCESS, callsProvider: true },
};

/**
 * Mounts `/proxy`: any method and path of a provider, for the installation that the headers name. The gateway hands the
 * request over as a stream, and does not read or store the body. Proxied requests have their own limit of requests in
 * progress, so that slow providers do not block the rest of the API.
 */
export function mountProxy(app: Express, deps: Deps): void {
  const limit = limitInFlight(deps.maxInFlight, deps.clock, deps.fail, { countsBodies: true });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!isProxied(request.url)) return next();
    requestRecordOf(response).operation = PROXY_REQUEST.operationId;
    if (limit(request, response))
      handleProxied(request, response, deps).catch((error: unknown) => deps.fail(request, response, error));
  });
}

function isProxied(url: string): boolean {
  return url === PROXY_PATH || url.startsWith(`${PROXY_PATH}/`) || url.startsWith(`${PROXY_PATH}?`);
}

async function handleProxied(request: Request, response: Response, deps: Deps): Promise<void> {
  const { authenticate, limits, installation, serve, notDeployed, clock } = deps;
  const record = requestRecordOf(response);
  const deadline = clock.now() + MAX_WAIT_MS;
  await limits.admitAddress(request);
  if (request.method === 'TRACE') throw new Problem('methodNotAllowed', 'The proxy does not pass on the method TRACE.');
  const named = namesIn(request);
  const call = { ...deps.callOf(record.requestId), deadline };
  const caller = await authenticate(request, PROXY_REQUEST as Operation, call, named.projectId);
  call.principal = caller.principal;
  record.principal = caller.principal;
  record.projectId = caller.projectId;
  await limits.admitCaller(response, caller);
  checkAccess(PROXY_REQUEST as Operation, caller, { projectIdOrName: named.projectId });
  if (!serve) throw notDeployed();
  const integrationId = await idOf(named, call, installation);
  const gone = new AbortController();
  whenOver(request, response, () => {
    if (!response.writableFinished) gone.abort();
  });
  const head = {
    requestId: record.requestId,
    projectId: caller.projectId,
    installationId: named.installationId,
    integrationId,
    groupRef: named.groupRef,
    method: request.method,
    target: rawTarget(request, PROXY_PATH, deps.hostPrefixes),
    headers: headerPairs(request.rawHeaders),
    isThrottled: named.isThrottled,
    deadline,
  };
  const body = hasBody(request.headers) ? request : null;
  const answer = await serve(head, body, gone.signal).catch((error: unknown) => {
    setRetryHeaders(response, error);
    // Closes the connection, because the rest of the body is not read.
    if (!request.complete) response.setHeader('connection', 'close');
    throw error;
  });
  await sendAnswer(answer, request, response);
}

/** Sets the headers of our 429. They have the same form as in a 429 of the provider. */
function setRetryHeaders(response: Response, error: unknown): void {
  if (!(error instanceof Problem) || error.kind !== 'rateLimited') return;
  for (const [name, value] of retryHeaders(error.extras.retryAfter)) response.setHeader(name, value);
}

async function sendAnswer({ status, headers, body }: ProxyAnswer, request: Request, response: Response): Promise<void> {
  const record = requestRecordOf(response);
  // The provider decides about caching and display of its answer, so our headers for that are removed.
  for (const name of response.getHeaderNames()) if (!OWN_HEADERS.has(name)) response.removeHeader(name);
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  // The provider answered before the request was read completely, so the connection cannot be used again.
  if (!request.complete) response.setHeader('connection', 'close');
  record.bytes = 0;
  body.on('data', (chunk: Uint8Array) => (record.bytes = (record.bytes ?? 0) + chunk.length));
  // Sends the head with the first bytes of the body if they have already arrived.
  setImmediate(() => response.flushHeaders());
  await passOn(body, response).catch((error: unknown) => {
    // The head is already sent. An aborted connection tells the client that the body is incomplete.
    response.destroy();
    record.cause = error;
  });
}

const OWN_HEADERS: ReadonlySet<string> = new Set(['x-request-id', 'connection']);

type InstallationHeaders = {
  projectId: string;
  installationId: string;
  integrationName: string;
  groupRef: string;
  isThrottled: boolean;
};

/**
 * Reads the headers that select the account of a proxied request. Throws invalidArgument with an issue for each fault.
 */
function namesIn({ headers }: Request): InstallationHeaders {
  const issues: Issue[] = [];
  const text = (name: string) => String(headers[name] ?? '');
  const wrong = (name: string, detail: string) => void issues.push({ in: 'header', name, detail });
  const projectId = text('x-amp-project-id');
  const installationId = text('x-amp-installation-id');
  const integrationName = text('x-amp-integration-name');
  const groupRef = text('x-amp-group-ref');
  const mode = text('x-amp-rate-limiter-mode');
  if (text('x-amp-proxy-version') !== '1') wrong('x-amp-proxy-version', 'must be 1');
  if (!isId(projectId)) wrong('x-amp-project-id', 'must be the id of the project; its name is not accepted here');
  if (installationId !== '' && !isId(installationId))
    wrong('x-amp-installation-id', 'must be the id of an installation');
  if (installationId === '' && (integrationName === '' || groupRef === ''))
    wrong(
      'x-amp-installation-id',
      'name the installation: its id, or x-amp-integration-name and x-amp-group-ref together',
    );
  if (mode !== '' && mode !== 'throttle') wrong('x-amp-rate-limiter-mode', 'must be throttle, or left out');
  if (issues.length > 0) throw new Problem('invalidArgument', `${issues[0]?.name} ${issues[0]?.detail}.`, { issues });
  return { projectId, installationId, integrationName, groupRef, isThrottled: mode === 'throttle' };
}

async function idOf(
  { projectId, installationId, integrationName }: InstallationHeaders,
  call: Call,
  installation: Services['installation'],
): Promise<string> {
  if (installationId !== '') return '';
  return (await installation.getIntegration(call, { projectId, integrationIdOrName: integrationName })).id;
}

function headerPairs(raw: readonly string[]): ProxyHeader[] {
  return Array.from({ length: raw.length / 2 }, (_, at): ProxyHeader => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}
