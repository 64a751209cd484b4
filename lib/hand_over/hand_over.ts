import type { Readable } from 'node:stream';

/**
 * A request for a provider, handed from the gateway to `writes` as a stream: nothing of its body is kept on the way.
 * Both forms use the same types; only in the services form is there a port between (port.ts).
 */
export type ProxyHead = {
  requestId: string;
  projectId: string;
  /** The installation by its id, or by integration and group; empty when not given. */
  installationId: string;
  integrationId: string;
  groupRef: string;
  method: string;
  /** Path and query, as the caller wrote them. */
  target: string;
  headers: Header[];
  /** Whether the caller wants our own 429 while the provider's rate limit is used up. */
  isThrottled: boolean;
  /** When the head of the answer must be there. Unix ms. */
  deadline: number;
};

/** Name and value, in the order and spelling of the message. */
export type Header = [name: string, value: string];

export type ProxyAnswer = { status: number; headers: Header[]; body: Readable };

/** Rejects with a Problem while no head of an answer is there. `body` is null when the request has none. */
export type ServeProxy = (head: ProxyHead, body: Readable | null, signal: AbortSignal) => Promise<ProxyAnswer>;

const served = new Map<string, ServeProxy>();

/** Lets a gateway in this process find it, by the address of the service. */
export function openToGateway(address: string, serve: ServeProxy): { close(): void } {
  served.set(address, serve);
  return { close: () => void served.delete(address) };
}

export function servedHere(address: string): ServeProxy | undefined {
  return served.get(address);
}
