import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import { Pool } from 'undici';

/**
 * The minimum cost of passing a request on, as a process: `proxy_floor.js <provider's url>`. Bare node takes it, sends it
 * by undici, and pipes the answer back. It checks nobody and writes no log. Prints {"url":...}.
 */
const [providerUrl = ''] = process.argv.slice(2);
/** As many connections as the platform has to one account of a provider. */
const provider = new Pool(providerUrl, { connections: 16 });

async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = { 'x-sandbox-key': 'sandbox-key' };
  const body = hasBody ? request : null;
  const answer = await provider.request({ method: method as 'GET', path: url, headers, body });
  response.writeHead(answer.statusCode, answer.headers);
  await pipeline(answer.body, response);
}

const server = createServer((request, response) => void passOn(request, response).catch(() => response.destroy()));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
