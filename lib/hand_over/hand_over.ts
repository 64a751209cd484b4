import type { Readable } from 'node:stream';

/**
 * A request for a provider, handed from the gateway to `writes` as a stream, without buffering the body. Both forms use
 * the same types. In the services form, the request passes a port (port.ts).
 */
export type ProxyHead = {
  requestId: string;
  projectId: string;
  /** The installation is given by its id, or by integration and group. '' when not given. */
  installationId: string;
  integrationId: string;
  groupRef: string;
  method: string;
  /** Path and query, exactly as in the caller's request. */
  target: string;
  headers: ProxyHeader[];
  /** Whether the caller wants Causeway's own 429 while the provider's rate limit is exhausted. */
  isThrottled: boolean;
  /** The deadline of the head of the answer. Unix ms. */
  deadline: number;
};

/** Name and value of a header. Headers have the order and spelling of the message. */
export type ProxyHeader = [name: string, value: string];

export type ProxyAnswer = { status: number; headers: ProxyHeader[]; body: Readable };

/**
 * Resolves when the head of the answer arrives, or rejects with a Problem. `body` is null when the request has none.
 */
export type ServeProxy = (head: ProxyHead, body: Readable | null, signal: AbortSignal) => Promise<ProxyAnswer>;

const servedProxies = new Map<string, ServeProxy>();

/** Lets a gateway in this process find `serve` by the address of the service. */
export function openToGateway(address: string, serve: ServeProxy): { close(): void } {
  servedProxies.set(address, serve);
  return { close: () => void servedProxies.delete(address) };
}

export function servedInProcess(address: string): ServeProxy | undefined {
  return servedProxies.get(address);
}
