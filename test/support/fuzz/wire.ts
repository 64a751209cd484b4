import { Buffer } from 'node:buffer';
import { Agent, request } from 'node:http';
import type { Answer } from '../platform.ts';

/** A request on the wire. `target`, the path and query, is sent unchanged. */
export type Wire = { method: string; target: string; headers: Record<string, string>; body: string | null };

const SLOWEST_MS = 30_000;

/** Sends requests over persistent connections. Rejects when no answer arrives. */
export function wire(origin: string, sockets: number): { send(wired: Wire): Promise<Answer>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(origin);
  return {
    send: ({ method, target, headers, body }) =>
      new Promise((resolve, reject) => {
        const options = { agent, hostname, port, method, path: target, headers, timeout: SLOWEST_MS };
        const outgoing = request(options, (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => resolve(answerOf(incoming.statusCode ?? 0, incoming.headers, chunks)));
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer in ${SLOWEST_MS} ms.`)));
        outgoing.on('error', reject);
        outgoing.end(body === null ? undefined : Buffer.from(body, 'utf8'));
      }),
    close: () => agent.destroy(),
  };
}

function answerOf(status: number, headers: NodeJS.Dict<string | string[]>, chunks: Buffer[]): Answer {
  const text = Buffer.concat(chunks).toString('utf8');
  const type = String(headers['content-type'] ?? '');
  const pairs = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return {
    status,
    type,
    headers: new Headers(pairs as [string, string][]),
    body: type.includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {},
    text,
  };
}
