import type { Buffer } from 'node:buffer';
import { clearTimeout, setImmediate, setTimeout } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import grpc from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type { CallerGate } from './caller_gate.ts';
import type { ServedCall } from './served_call.ts';

/**
 * Calls between a client and a server of the same process. They use no connection, because HTTP/2 costs more time than
 * a short call. Apart from that, they behave like calls over the network (docs/adr/0032): messages are encoded and
 * decoded, the server checks the credentials before it decodes a message, a deadline or a cancellation ends the call,
 * and a problem is sent in the same bounded trailer.
 *
 * For each call, the client looks up the server by its address. The client uses the network while the server is not
 * running or is stopping, and when gRPC must produce the error: for an unknown method or a message that is too large.
 */
export type LocalMethod = {
  gate: CallerGate;
  /** The running calls, for which the server waits when it stops. Each function ends its call. */
  running: Set<() => void>;
} & ServedMethod;
export type UnaryDefinition = MethodDefinition<unknown, unknown, unknown, unknown>;
type ServedMethod = {
  definition: UnaryDefinition;
  serve(call: ServedCall, reply: grpc.sendUnaryData<unknown>): void;
};
type LocalCall = {
  request: unknown;
  metadata: grpc.Metadata;
  /** Unix ms. */
  deadline: number;
  signal?: AbortSignal | undefined;
};

/** The max size of a message that a gRPC server accepts. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
/**
 * The max size of a message that a client accepts. One record can be as large as a provider's whole answer, which can
 * exceed gRPC's default limit of 4 MB.
 */
export const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** The max delay of setTimeout, ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const methodsByAddress = new Map<string, Map<string, LocalMethod>>();

type OpenedServer = { gate: CallerGate; methods: readonly ServedMethod[] };

/** Lets clients of this process find the methods of the server at `address`. */
export function openToProcess(
  address: string,
  { gate, methods }: OpenedServer,
): { stop(withinMs: number): Promise<void> } {
  const running: LocalMethod['running'] = new Set();
  methodsByAddress.set(
    address,
    new Map(methods.map(({ definition, serve }) => [definition.path, { gate, running, definition, serve }])),
  );
  return {
    async stop(withinMs) {
      methodsByAddress.delete(address);
      const until = Date.now() + withinMs;
      while (running.size > 0 && Date.now() < until) await sleep(10);
      for (const end of running) end();
    },
  };
}

export function localMethod(address: string, path: string): LocalMethod | undefined {
  return methodsByAddress.get(address)?.get(path);
}

/** Calls the method. Returns undefined when the call must use the network. Rejects with a gRPC error, like a stub. */
export function callInProcess(method: LocalMethod, call: LocalCall): Promise<unknown> | undefined {
  const { requestSerialize } = method.definition;
  const request = triedOrUndefined(() => requestSerialize(call.request))?.value;
  if (!request || request.length > MAX_REQUEST_BYTES) return undefined;
  return new Promise((resolve, reject) => beginCall(method, { ...call, request }, { resolve, reject }));
}

type PendingReply = { resolve(response: unknown): void; reject(error: grpc.ServiceError): void };

function beginCall(
  method: LocalMethod,
  call: LocalCall & { request: Buffer },
  { resolve, reject }: PendingReply,
): void {
  const { deadline, signal } = call;
  const state = { isOver: false, isCancelled: false };
  function end(settle: () => void): void {
    if (state.isOver) return;
    state.isOver = true;
    clearTimeout(timer);
    method.running.delete(stop);
    signal?.removeEventListener('abort', cancel);
    settle();
  }
  function cut(code: grpc.status, details: string): void {
    if (!state.isOver) state.isCancelled = true;
    end(() => reject(statusError({ code, details })));
  }
  const stop = () => cut(grpc.status.UNAVAILABLE, 'The server stopped');
  const cancel = () => cut(grpc.status.CANCELLED, 'Cancelled on client');
  const late = () => cut(grpc.status.DEADLINE_EXCEEDED, 'Deadline exceeded');
  const timer = setTimeout(late, Math.min(Math.max(deadline - Date.now(), 0), MAX_TIMER_MS));
  method.running.add(stop);
  signal?.addEventListener('abort', cancel, { once: true });
  // The call yields the event loop first, as over the network: a caller that calls in a loop must not block it.
  setImmediate(() => {
    if (state.isOver) return;
    answerCall(method, call, {
      isCancelled: () => state.isCancelled,
      resolve: (response) => end(() => resolve(response)),
      reject: (error) => end(() => reject(error)),
    });
  });
}

type ReplyInProgress = PendingReply & { isCancelled(): boolean };

function answerCall(
  { gate, definition, serve }: LocalMethod,
  { request, metadata, deadline }: LocalCall & { request: Buffer },
  { isCancelled, resolve, reject }: ReplyInProgress,
): void {
  const refusal = gate.refusalOf(metadata, definition.path);
  if (refusal) return reject(statusError(refusal));
  const fail = (code: grpc.status, details: string) => reject(statusError({ code, details }));
  const decoded = triedOrUndefined(() => definition.requestDeserialize(request));
  if (!decoded) return fail(grpc.status.INTERNAL, 'Error deserializing request');
  const served: ServedCall = {
    request: decoded.value,
    metadata,
    get cancelled() {
      return isCancelled();
    },
    getDeadline: () => deadline,
  };
  serve(served, (error, response) => {
    if (error) return reject(statusError(error));
    const bytes = triedOrUndefined(() => definition.responseSerialize(response))?.value;
    if (!bytes) return fail(grpc.status.INTERNAL, 'Error serializing response');
    if (bytes.length > MAX_RESPONSE_BYTES) return fail(grpc.status.RESOURCE_EXHAUSTED, 'Response is too large');
    const answered = triedOrUndefined(() => definition.responseDeserialize(bytes));
    if (answered) resolve(answered.value);
    else fail(grpc.status.INTERNAL, 'Error deserializing response');
  });
}

/** Returns undefined when a value does not fit its message type: an exception here would end the process. */
function triedOrUndefined<T>(convert: () => T): { value: T } | undefined {
  try {
    return { value: convert() };
  } catch {
    return undefined;
  }
}

function statusError({ code, details = '', metadata }: Partial<grpc.StatusObject>): grpc.ServiceError {
  const status = { code: code ?? grpc.status.UNKNOWN, details, metadata: metadata ?? new grpc.Metadata() };
  return Object.assign(new Error(`${status.code} ${details}`), status);
}
