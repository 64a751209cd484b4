import type { ProblemKind } from '../problem/kinds.ts';
import type { CallerKind } from './caller_kind.ts';

/**
 * A finished request, whatever its outcome. It holds no caller-controlled text: no URL, query, header or body; the path
 * is represented by its operationId.
 */
export type EndedRequest = {
  requestId: string;
  /** The operationId, or a fixed word where no operation was matched. */
  operation: string;
  /** Undefined for a malformed request. */
  method: string | undefined;
  /** 499 when the client disconnected before the answer was complete. */
  status: number;
  aborted: true | undefined;
  /** From the parsed request head to the last byte passed to the operating system. */
  durationMs: number;
  caller: CallerKind;
  projectId: string | undefined;
  /** Size of the response body. */
  bytes: number | undefined;
  problem: ProblemKind | undefined;
  /** The operation (read or write) that the answer names. The log lines of its runs have the same id. */
  operationId?: string | undefined;
  /** The trace of the request; undefined while traces are off. */
  traceId?: string | undefined;
};

/** A finished RPC. */
export type EndedRpc = {
  requestId: string | undefined;
  /** service/Method. */
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

/** A finished call to a provider or token endpoint. It holds no path, query, header or body: they may contain secrets. */
export type EndedProviderCall = {
  host: string;
  method: string;
  /** Undefined when there was no response. */
  status: number | undefined;
  /** Why there was none, or how the body of a streamed one was cut. */
  failure: string | undefined;
  /** Without the wait for permits; of a streamed call up to its last byte. */
  durationMs: number;
  /** The trace of the RPC; undefined while traces are off. */
  traceId?: string | undefined;
};

/** A request that was passed on to a provider, whatever its outcome. It holds no path, query, header or body. */
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
  /** Bytes of the bodies. */
  sent?: number;
  received?: number;
  /** How the exchange ended, once there was an answer: `complete`, or who or what cut it. */
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
