import { timingSafeEqual } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { clearTimeout, setTimeout } from 'node:timers';
import grpc from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Log } from '../log/log.ts';
import { Problem } from '../problem/problem.ts';
import { DEFAULT_DEADLINE_MILLIS, type Call } from './call.ts';
import { serviceDefinition, type Handlers, type ServiceName } from './services.ts';
import { toGrpcError } from './wire_problem.ts';

export type RpcServer = { port: number; address: string; stop(): Promise<void> };

type Options<S extends ServiceName> = {
  service: S;
  handlers: Handlers<S>;
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Shared by the processes of one deployment; a call without it is refused. */
  token: string;
  log: Log;
};

type Handler = (call: Call, request: unknown) => Promise<unknown>;
type GrpcCall = grpc.ServerUnaryCall<unknown, unknown>;

/**
 * Serves one service. Here, and in gateway/http, is where anything thrown ends: a Problem goes back whole, anything
 * else is a bug, logged with the request id, and the caller learns nothing of it.
 */
export async function startRpcServer<S extends ServiceName>(options: Options<S>): Promise<RpcServer> {
  const { service, handlers, host, log } = options;
  const server = new grpc.Server({ 'grpc.max_connection_age_ms': 300_000, 'grpc.max_connection_age_grace_ms': 30_000 });
  const implementation: Record<string, grpc.handleUnaryCall<unknown, unknown>> = {};
  for (const [name, handler] of Object.entries(handlers)) {
    implementation[name] = unary(handler as Handler, `${service}.${name}`, options);
  }
  server.addService(serviceDefinition(service), implementation);
  new HealthImplementation({ '': 'SERVING', [service]: 'SERVING' }).addToServer(server);
  const port = await bind(server, `${host}:${options.port}`);
  log.info('rpc server ready', { port });
  return { port, address: `${host}:${port}`, stop: () => stop(server) };
}

function bind(server: grpc.Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, grpc.ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}

/** Lets running calls end, for 20 s at most. */
function stop(server: grpc.Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.forceShutdown(), 20_000);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}

function unary(handler: Handler, method: string, { token, log }: { token: string; log: Log }) {
  return (grpcCall: GrpcCall, reply: grpc.sendUnaryData<unknown>): void => {
    if (!hasToken(grpcCall, token))
      return reply(toGrpcError(new Problem('unauthenticated', 'This port is for Causeway itself.')));
    const call = callOf(grpcCall);
    handler(call, grpcCall.request).then(
      (response) => reply(null, response),
      (error: unknown) => reply(toGrpcError(problemOf(error, call, method, log))),
    );
  };
}

function hasToken(grpcCall: GrpcCall, token: string): boolean {
  const given = Buffer.from(String(grpcCall.metadata.get('causeway-token')[0] ?? ''));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function callOf(grpcCall: GrpcCall): Call {
  const text = (key: string) => String(grpcCall.metadata.get(key)[0] ?? '');
  const deadline = grpcCall.getDeadline();
  const millis = deadline instanceof Date ? deadline.getTime() : deadline;
  return {
    requestId: text('causeway-request-id'),
    principal: decodeURIComponent(text('causeway-principal')),
    deadline: Number.isFinite(millis) ? millis : Date.now() + DEFAULT_DEADLINE_MILLIS,
  };
}

function problemOf(error: unknown, call: Call, method: string, log: Log): Problem {
  if (error instanceof Problem) {
    log.debug('rpc refused', { method, requestId: call.requestId, kind: error.kind });
    return error;
  }
  log.error('rpc failed', { method, requestId: call.requestId, err: error });
  return new Problem('internal', 'Something went wrong on our side. Tell us the request id.');
}
