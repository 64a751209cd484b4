import type { ProblemKind } from '../problem/kinds.ts';
import type { CallerKind } from './caller_kind.ts';

/**
 * A finished request with any outcome. It holds no text that the caller chose: no URL, query, header or body. The
 * operationId replaces the path.
 */
export type EndedRequest = {
  requestId: string;
  /** The operationId, or a constant when no operation matched. */
  operation: string;
  /** The HTTP method; undefined for a malformed request. */
  method: string | undefined;
  /** 499 when the client disconnected before the answer was complete. */
  status: number;
  aborted: true | undefined;
  /** The time from the parsed request head until the last byte was passed to the operating system. */
  durationMs: number;
  caller: CallerKind;
  projectId: string | undefined;
  /** The size of the response body, in bytes. */
  bytes: number | undefined;
  problem: ProblemKind | undefined;
  /** The operation (read or write) that the answer names. The log lines of its runs have the same id. */
  operationId?: string | undefined;
  /** The trace of the request; undefined while traces are off. */
  traceId?: string | undefined;
};

export type EndedRpc = {
  requestId: string | undefined;
  /** Service and method, such as `identity/GetProject`. */
  rpc: string;
  /** The name of the gRPC status. */
  status: string;
  durationMs: number;
  caller: CallerKind;
  projectId: string | undefined;
  problem: ProblemKind | undefined;
  /** The trace of the call; undefined while traces are off. */
  traceId?: string | undefined;
};

/**
 * A finished call to a provider or token endpoint. It holds no path, query, header or body: they may contain secrets.
 */
export type EndedProviderCall = {
  host: string;
  method: string;
  /** The status of the response; undefined when there was no response. */
  status: number | undefined;
  /** Why there was no response, or why the body of a streamed response was cut off. */
  failure: string | undefined;
  /** The duration, without the wait for permits of the rate budget. A streamed call ends with its last byte. */
  durationMs: number;
  /** The trace of the RPC; undefined while traces are off. */
  traceId?: string | undefined;
};

/** A request that was passed on to a provider, with any outcome. It holds no path, query, header or body. */
export type EndedProxyRequest = {
  requestId: string;
  projectId: string;
  installationId: string;
  provider: string;
  method: string;
  /**
   * Undefined when the provider did not answer. Then `problem` is the problem that the caller got, if it was still
   * connected.
   */
  status?: number;
  problem?: ProblemKind;
  /** The time until the head of the answer arrived. */
  headMs?: number;
  durationMs: number;
  /** Bytes of the request body and of the response body. */
  sent?: number;
  received?: number;
  /** How the exchange ended, if there was an answer: `complete`, or the reason why it was cut off. */
  end?: string;
  /** The trace of the request; undefined while traces are off. */
  traceId?: string;
};

/** Receives each request, each RPC, each provider call and each proxied request exactly once, when it has ended. */
export type Telemetry = {
  /** `cause`: the error behind a 5xx, when known. */
  request(ended: EndedRequest, cause?: unknown): void;
  /** `isProbe`: a health check made the call. */
  rpc(ended: EndedRpc, options: { isProbe: boolean }): void;
  providerCall(ended: EndedProviderCall): void;
  proxied(ended: EndedProxyRequest): void;
};
