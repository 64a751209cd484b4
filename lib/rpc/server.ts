import { clearTimeout, setTimeout } from 'node:timers';
import grpc from '@grpc/grpc-js';
import { databaseProblem } from '../db/database_problem.ts';
import type { Log } from '../log/log.ts';
import { problemKinds } from '../problem/kinds.ts';
import { Problem } from '../problem/problem.ts';
import { StartFault } from '../problem/start_fault.ts';
import { callerKind } from '../telemetry/caller_kind.ts';
import { stopwatch } from '../telemetry/stopwatch.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { openSpan, type SpanDescription } from '../telemetry/tracing.ts';
import type { Service } from '../trust/arrows.ts';
import { createRefusals, type Refusals } from '../trust/refusals.ts';
import type { ProcessTrust } from '../trust/trust.ts';
import { type Call, DEFAULT_DEADLINE_MS, PROBE_PROCESS } from './call.ts';
import { type CallerGate, createCallerGate } from './caller_gate.ts';
import { type HealthDependencies, startHealth } from './health.ts';
import { openToProcess, type UnaryDefinition } from './in_process.ts';
import type { ServedCall } from './served_call.ts';
import { type ServiceHandlers, type ServiceName, serviceDefinition } from './services.ts';
import { toGrpcError } from './wire_problem.ts';

export type RpcServer = { port: number; address: string; stop(): Promise<void> };

type Options<S extends Service> = {
  service: S;
  handlers: ServiceHandlers<S>;
  /** Handlers of the RPCs that carry events while the bus is unavailable. */
  events?: ServiceHandlers<'events'>;
  /** Handlers of the RPC that returns the data version of this process. */
  versions?: ServiceHandlers<'versions'>;
  /** The port to listen on; 0: any free port. */
  port: number;
  host: string;
  /** Decides which process may call. The health service needs no credentials. */
  trust: ProcessTrust;
  log: Log;
  telemetry: Telemetry;
  /** The dependencies whose state the health service reports. */
  dependencies?: HealthDependencies;
};

type RpcHandler = (call: Call, request: unknown) => Promise<unknown>;

/**
 * Serves one service. Every thrown error is caught here or in gateway/http. A Problem is returned unchanged. An
 * unavailable database is a 503. Any other error is a bug: it is logged with the request id, and the caller gets no
 * details.
 */
export async function startRpcServer<S extends Service>(options: Options<S>): Promise<RpcServer> {
  const { service, handlers, events, versions, host, log, trust, dependencies = {} } = options;
  const refusals = createRefusals(log);
  const gate = createCallerGate({ callerOf: trust.callerCheck(service), refusals });
  const serving = { ...options, gate, refusals };
  const server = new grpc.Server({
    'grpc.max_connection_age_ms': 300_000,
    'grpc.max_connection_age_grace_ms': 30_000,
    interceptors: [gate.interceptor],
  });
  const methods = [
    ...methodsOf(service, handlers, serving),
    ...(events ? methodsOf('events', events, serving) : []),
    ...(versions ? methodsOf('versions', versions, serving) : []),
  ];
  for (const { name, definition, serve } of methods) server.addService({ [name]: definition }, { [name]: serve });
  const health = startHealth({ service, dependencies, log });
  health.implementation.addToServer(server);
  const port = await bindPort(server, `${host}:${options.port}`, service);
  log.info('rpc server ready', { port });
  const address = `${host}:${port}`;
  const local = openToProcess(address, { gate, methods });
  const stopAll = () => Promise.all([stopServer(server), local.stop(STOP_TIMEOUT_MS), health.stop()]);
  return { port, address, stop: () => stopAll().then(() => {}) };
}

function methodsOf(service: ServiceName, handlers: object, serving: ServingDeps) {
  const definition = serviceDefinition(service) as Record<string, UnaryDefinition>;
  return (Object.entries(handlers) as [string, RpcHandler][]).flatMap(([name, handler]) => {
    const method = definition[name];
    return method ? [{ name, definition: method, serve: unaryMethod(handler, `${service}/${name}`, serving) }] : [];
  });
}

function bindPort(server: grpc.Server, address: string, service: string): Promise<number> {
  const setting = `CAUSEWAY_${service.toUpperCase()}`;
  return new Promise((resolve, reject) => {
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error, port) =>
      error
        ? reject(
            new StartFault(
              `${service} cannot listen on ${address}: another program may use the port. Stop it, or change ${setting}_PORT or ${setting}_HOST.`,
              { cause: error },
            ),
          )
        : resolve(port),
    );
  });
}

/** How long a server waits for running calls when it stops. Ms. */
const STOP_TIMEOUT_MS = 20_000;

function stopServer(server: grpc.Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), STOP_TIMEOUT_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}

type ServingDeps = {
  gate: CallerGate;
  refusals: Refusals;
  log: Log;
  telemetry: Telemetry;
};

const PROBE_PRINCIPAL = `system:${PROBE_PROCESS}`;

function unaryMethod(handler: RpcHandler, rpc: string, { gate, refusals, log, telemetry }: ServingDeps) {
  return (grpcCall: ServedCall, reply: grpc.sendUnaryData<unknown>): void => {
    const elapsed = stopwatch();
    const call = callOf(grpcCall, gate.processOf(grpcCall.metadata));
    if (!call) {
      refusals.note('call refused', { rpc, fault: 'unreadable principal' });
      return reply(toGrpcError(new Problem('invalidArgument', 'The principal of the call is not percent-encoded.')));
    }
    const isProbe = call.principal === PROBE_PRINCIPAL;
    const span = isProbe ? undefined : openSpan(() => spanOf(rpc, grpcCall));
    const end = (problem?: Problem) => {
      span?.end({ hasFailed: problem !== undefined && problemKinds[problem.kind].status >= 500 });
      telemetry.rpc(
        {
          requestId: call.requestId,
          rpc,
          status: statusOf(grpcCall, problem),
          durationMs: elapsed(),
          caller: callerKind(call.principal),
          projectId: projectOf(grpcCall.request),
          problem: problem?.kind,
          traceId: span?.traceId,
        },
        { isProbe },
      );
    };
    // `async` turns an exception that a handler throws synchronously into a rejection, which fails only this call.
    const serve = async () => handler(call, grpcCall.request);
    (span ? span.within(serve) : serve()).then(
      (response) => {
        reply(null, response);
        end();
      },
      (error: unknown) => {
        const problem = problemOf(error, call, rpc, log);
        reply(toGrpcError(problem));
        end(problem);
      },
    );
  };
}

function spanOf(rpc: string, { metadata }: ServedCall): SpanDescription {
  const [parent] = metadata.get('traceparent');
  return { name: rpc, kind: 'server', parent: parent === undefined ? null : String(parent) };
}

/** The gRPC status for the log. A cancelled call gets no answer, even if the handler has a result. */
function statusOf({ cancelled }: ServedCall, problem: Problem | undefined): string {
  if (cancelled) return 'CANCELLED';
  return grpc.status[problem ? problemKinds[problem.kind].grpc : grpc.status.OK] ?? 'UNKNOWN';
}

/** The project of a request; undefined for requests about an org or the whole deployment. */
function projectOf(request: unknown): string | undefined {
  const { projectId } = request as { projectId?: unknown };
  return typeof projectId === 'string' && projectId !== '' ? projectId : undefined;
}

/** Returns undefined when the principal is not percent-encoded. */
function callOf(grpcCall: ServedCall, process: Call['process']): Call | undefined {
  const text = (key: string) => String(grpcCall.metadata.get(key)[0] ?? '');
  const principal = decodedUriText(text('causeway-principal'));
  if (principal === undefined) return undefined;
  const deadline = grpcCall.getDeadline();
  const ms = deadline instanceof Date ? deadline.getTime() : deadline;
  return {
    requestId: text('causeway-request-id'),
    principal,
    process,
    deadline: Number.isFinite(ms) ? ms : Date.now() + DEFAULT_DEADLINE_MS,
  };
}

function decodedUriText(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function problemOf(error: unknown, call: Call, rpc: string, log: Log): Problem {
  if (error instanceof Problem) return error;
  const unavailable = databaseProblem(error, log, { rpc, requestId: call.requestId });
  if (unavailable) return unavailable;
  log.error('rpc failed', { rpc, requestId: call.requestId, err: error });
  return new Problem('internal', 'Internal error. Quote the request id to the operator.');
}
