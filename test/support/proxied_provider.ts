import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the provider received, unchanged. */
export type Received = { method: string; url: string; headers: [string, string][]; body: Buffer };
type Act = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A provider for tests of the proxy. It records the requests, and answers as the test sets. By default it answers with
 * the method and URL as JSON.
 */
export async function startProxiedProvider() {
  const received: Received[] = [];
  const acts = new Map<string, Act>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const act = acts.get(path);
    if (act) return act(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      received.push({ method, url, headers: pairs(request.rawHeaders), body: Buffer.concat(chunks) });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method, url }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Sets the answer for a path. Requests of this path are not recorded. */
    on: (path: string, act: Act) => void acts.set(path, act),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type ProxiedProvider = Awaited<ReturnType<typeof startProxiedProvider>>;

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at] ?? '', raw[2 * at + 1] ?? '']);
}
