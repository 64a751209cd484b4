import { Buffer } from 'node:buffer';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers';
import { ServerFault } from '../server/server.ts';

export type Received = { headers: IncomingHttpHeaders; body: Buffer };
type Listener = { url: string; stop(): Promise<void> };

/** Far above the size of Causeway's messages. The limit stops other senders from filling the memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/**
 * Max wait for responses in progress when the listener stops, ms. Without a response, the platform would send the
 * message again.
 */
const LAST_ANSWERS_MS = 1_000;
const LOOPBACK = '127.0.0.1';

/**
 * Starts a webhook on the loopback address. `answer` gets each POST and resolves to the status of the response. Port 0
 * means any free port.
 */
export async function startListener(port: number, answer: (received: Received) => Promise<number>): Promise<Listener> {
  const server = createServer((request, response) => {
    statusOf(request, answer).then(
      (status) => response.writeHead(status, { connection: 'close' }).end(),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, port)));
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS).unref();
      }),
  };
}

async function statusOf(request: IncomingMessage, answer: (received: Received) => Promise<number>): Promise<number> {
  if (request.method !== 'POST') return 405;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return 413;
    chunks.push(chunk);
  }
  return answer({ headers: request.headers, body: Buffer.concat(chunks) });
}

function explained(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new ServerFault(`Port ${port} is in use. Give another --port, or none for any free one.`);
  if (error.code === 'EACCES') return new ServerFault(`This user may not listen on port ${port}. Give one above 1023.`);
  return error;
}
