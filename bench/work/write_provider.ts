import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';

/**
 * A provider that creates records, as a process of its own. Prints {"url":...}. It stores nothing, so that what is
 * measured is not its own. What is posted below /hanging is held for 25 s, or until `DELETE /held`; `GET /held` counts
 * what is held.
 */
const HANGS_MS = 25_000;
const held = new Set<() => void>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  if (request.url === '/held') return send(response, 200, heldAnswer(request.method === 'DELETE'));
  if (request.method !== 'POST') return send(response, 200, { data: [], next_cursor: null });
  if (request.url?.startsWith('/hanging/')) await hang(request);
  send(response, 201, { id: randomUUID(), ...(JSON.parse(text) as object) });
}

function heldAnswer(isReleased: boolean): object {
  const count = held.size;
  if (isReleased) for (const release of held) release();
  return { held: count };
}

/** A client that has disconnected is not held. */
function hang(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(release, HANGS_MS);
    function release(): void {
      clearTimeout(timer);
      held.delete(release);
      resolve();
    }
    held.add(release);
    request.socket.once('close', release);
  });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
