import grpc from '@grpc/grpc-js';
import type { ProcessName } from '../trust/arrows.ts';
import type { Refusals } from '../trust/refusals.ts';
import type { CallCredentials, MessageOrigin } from '../trust/trust.ts';
import { credentialsIn } from './credentials.ts';
import { refusedCaller } from './refused_caller.ts';
import { toGrpcError } from './wire_problem.ts';

type Options = { callerOf(given: CallCredentials, rpc: string): MessageOrigin; refusals: Refusals };

export type CallerGate = {
  interceptor: grpc.ServerInterceptor;
  /** Checks a call. Returns the error of a refused call; undefined for an admitted call. */
  refusalOf(metadata: grpc.Metadata, path: string): ReturnType<typeof toGrpcError> | undefined;
  /** The process that makes an admitted call; undefined when no process key proves it. */
  processOf(metadata: grpc.Metadata): ProcessName | undefined;
};

const HEALTH_SERVICE_PATH = '/grpc.health.v1.Health/';

/**
 * Checks the credentials of each call when its headers arrive, before its message is decoded: decoding the large
 * message of a refused caller would waste time. The health service needs no credentials.
 *
 * Refused calls are counted and logged once a minute (lib/trust/refusals.ts). With a line for each refused call,
 * anybody could fill the disk.
 */
export function createCallerGate({ callerOf, refusals }: Options): CallerGate {
  const admitted = new WeakMap<grpc.Metadata, ProcessName | undefined>();

  function refusalOf(metadata: grpc.Metadata, path: string): ReturnType<typeof toGrpcError> | undefined {
    if (path.startsWith(HEALTH_SERVICE_PATH)) return undefined;
    const rpc = rpcOf(path);
    const origin = callerOf(credentialsIn(metadata), rpc);
    if ('fault' in origin) refusals.note('call refused', { rpc, fault: origin.fault });
    else admitted.set(metadata, origin.process);
    return 'fault' in origin ? toGrpcError(refusedCaller()) : undefined;
  }

  return {
    refusalOf,
    interceptor: ({ path }, call) =>
      new grpc.ServerInterceptingCall(call, {
        start: (next) =>
          next({
            onReceiveMetadata(metadata, proceed) {
              const refusal = refusalOf(metadata, path);
              if (refusal) call.sendStatus(refusal);
              else proceed(metadata);
            },
          }),
      }),
    processOf(metadata) {
      if (!admitted.has(metadata)) throw new Error('a call reached its handler without the check of its caller');
      return admitted.get(metadata);
    },
  };
}

/** Converts `/causeway.identity.v1.Identity/GetProject` to `identity/GetProject`. */
function rpcOf(path: string): string {
  return path.replace(/^\/causeway\.(\w+)\.v1\.\w+\//, '$1/');
}
