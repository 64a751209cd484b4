import { Buffer } from 'node:buffer';
import { createServer, type ServerResponse } from 'node:http';
import process from 'node:process';

/**
 * A provider of the proxy's bench, as a process of its own. Prints {"url":...}. Everything is answered with the same
 * 2 kB of JSON, so that what is measured is not its own; below /hanging nothing is, until `DELETE /held`. `GET /held`
 * counts what hangs.
 */
const contact = { id: '0', name: 'Jane Doe', city: 'New York', phone: '+1 212 555 0100', note: '' };
const bare = Buffer.byteLength(JSON.stringify({ data: [contact] }));
const body = Buffer.from(JSON.stringify({ data: [{ ...contact, note: 'n'.repeat(2_048 - bare) }] }));
const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
const held = new Set<ServerResponse>();

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/held') return answerHeld(request.method === 'DELETE', response);
  if (!request.url?.startsWith('/hanging')) return void response.writeHead(200, headers).end(body);
  held.add(response);
  response.once('close', () => held.delete(response));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});

function answerHeld(isReleased: boolean, response: ServerResponse): void {
  const count = held.size;
  if (isReleased) for (const one of held) one.writeHead(200, headers).end(body);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ held: count }));
}
