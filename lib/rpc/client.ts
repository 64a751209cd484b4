import grpc from '@grpc/grpc-js';
import { assertOutsideTransaction } from '../db/transaction_guard.ts';
import { Problem } from '../problem/problem.ts';
import { traceparent } from '../telemetry/tracing.ts';
import type { grantedMethods, ProcessName, Service } from '../trust/arrows.ts';
import type { CallCredentials, ProcessTrust } from '../trust/trust.ts';
import type { Call } from './call.ts';
import { setCredentials } from './credentials.ts';
import { callInProcess, type LocalMethod, localMethod, MAX_RESPONSE_BYTES } from './in_process.ts';
import { failUnlessConnected, isConnected } from './peer_ready.ts';
import { type PeerState, peerFaults, peerState } from './peer_state.ts';
import { asUnavailable } from './refused_caller.ts';
import { type ServiceClient, type ServiceName, serviceDefinition } from './services.ts';
import { fromGrpcError } from './wire_problem.ts';
import { withoutStacks } from './without_stacks.ts';

/**
 * Measured: without the short reconnect back-off, recovery after an outage of 8 s takes 5 s longer. Only keepalive
 * detects a frozen peer.
 */
const CHANNEL_OPTIONS: grpc.ChannelOptions = {
  'grpc.keepalive_time_ms': 5_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
  'grpc.max_receive_message_length': MAX_RESPONSE_BYTES,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

type UnaryStub = (
  request: unknown,
  metadata: grpc.Metadata,
  options: grpc.CallOptions,
  done: (error: grpc.ServiceError | null, response: unknown) => void,
) => grpc.ClientUnaryCall;

/** `at`: the service that serves the RPCs of `events` or `versions`, which several services have. */
type RpcClientOptions<S extends ServiceName> = { address: string; trust: ProcessTrust } & (S extends Service
  ? { at?: never }
  : { at: Service });

export type RpcConnection<S extends ServiceName> = ServiceClient<S> & Connection;
type Connection = {
  /** The health that the service reports; never rejects. */
  state(timeoutMs: number): Promise<PeerState>;
  /** The names of the health checks that the service reports as not serving; never rejects. */
  faults(timeoutMs: number): Promise<string[]>;
  close(): void;
};

/** The client of a process, with the methods that it may call (lib/trust/arrows.ts). */
export type GrantedClient<P extends ProcessName, S extends keyof (typeof grantedMethods)[P] & Service> = Pick<
  RpcConnection<S>,
  | (Uncapitalize<Extract<(typeof grantedMethods)[P][S], readonly string[]>[number]> & keyof RpcConnection<S>)
  | keyof Connection
>;

/**
 * A client of one service: `client.updateTopic(call, request)`. Rejects with the Problem that the service threw, and
 * with `unavailable` when the service can't be connected to in time or its connection breaks.
 */
export function rpcClient<S extends ServiceName>(
  service: S,
  { address, trust, at }: RpcClientOptions<S>,
): RpcConnection<S> {
  const definition = serviceDefinition(service);
  const Stub = grpc.makeGenericClientConstructor(definition, service);
  const stub = new Stub(address, grpc.credentials.createInsecure(), CHANNEL_OPTIONS) as unknown as grpc.Client &
    Record<string, UnaryStub>;
  const audience = at ?? (service as Service);
  const credentials = () => trust.credentials(audience);
  let isClosed = false;
  const methods: Record<string, unknown> = {
    state: (timeoutMs: number) => peerState(stub, timeoutMs),
    faults: (timeoutMs: number) => peerFaults(stub, timeoutMs),
    close() {
      isClosed = true;
      stub.close();
    },
  };
  for (const [name, { path }] of Object.entries(definition)) {
    const local = () => (isClosed ? undefined : localMethod(address, path));
    methods[name.charAt(0).toLowerCase() + name.slice(1)] = (call: Call, request: unknown) =>
      sendCall({ stub, method: name, service, credentials, local }, call, request);
  }
  return methods as RpcConnection<S>;
}

type CallTarget = {
  stub: grpc.Client & Record<string, UnaryStub>;
  method: string;
  service: string;
  credentials(): CallCredentials;
  /** The handler of the method, while its server runs in this process. */
  local(): LocalMethod | undefined;
};

async function sendCall(target: CallTarget, call: Call, request: unknown): Promise<unknown> {
  const { method, service } = target;
  assertOutsideTransaction(`The RPC ${method} was made`);
  call.asked?.add(service);
  try {
    return await (inProcessConnection(target, call, request) ?? grpcConnection(target, call, request));
  } catch (err) {
    throw err instanceof Problem ? err : asUnavailable(fromGrpcError(err as grpc.ServiceError, service), service);
  }
}

function metadataOf({ credentials }: CallTarget, call: Call, options?: grpc.MetadataOptions): grpc.Metadata {
  const metadata = new grpc.Metadata(options);
  setCredentials(metadata, credentials());
  metadata.set('causeway-request-id', call.requestId);
  metadata.set('causeway-principal', encodeURIComponent(call.principal));
  const trace = traceparent();
  if (trace !== null) metadata.set('traceparent', trace);
  return metadata;
}

function inProcessConnection(target: CallTarget, call: Call, request: unknown): Promise<unknown> | undefined {
  const method = target.local();
  const { deadline, signal } = call;
  return method && callInProcess(method, { request, metadata: metadataOf(target, call), deadline, signal });
}

function grpcConnection(target: CallTarget, call: Call, request: unknown): Promise<unknown> {
  const { stub, method, service } = target;
  const channel = stub.getChannel();
  const isAtOnce = isConnected(channel);
  // On a connected channel the call does not wait for a connection. If the connection breaks before the call is sent,
  // gRPC sends the call again at once, or the call fails.
  const metadata = metadataOf(target, call, { waitForReady: !isAtOnce });
  return new Promise((resolve, reject) => {
    const cancel = () => running?.cancel();
    const done: Parameters<UnaryStub>[3] = (error, response) => {
      call.signal?.removeEventListener('abort', cancel);
      if (error) reject(error);
      else resolve(response);
    };
    const running = withoutStacks(() => stub[method]?.(request, metadata, { deadline: call.deadline }, done));
    if (!isAtOnce)
      failUnlessConnected(channel, () => {
        reject(new Problem('unavailable', `The ${service} service is unavailable.`, { subsystem: service }));
        cancel();
      });
    call.signal?.addEventListener('abort', cancel, { once: true });
  });
}
