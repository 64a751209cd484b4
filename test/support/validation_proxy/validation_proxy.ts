/**
 * Prism, from npm, as a validation proxy between a suite and the gateway (CAUSEWAY_TEST_PROXY=1). It does not use our
 * validator, router or ajv, so it checks the same document independently. Prism reports its findings in a header. Our
 * listener in front of Prism removes that header; if there is a violation, the listener records it and replaces the
 * answer.
 */
import type { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { type Document, loadDocument } from '../../../gateway/contract/document.ts';
import { type Child, startChild, waitForListener } from '../../../scripts/servers/child.ts';
import { freePort } from '../../../scripts/servers/free_port.ts';
import { receiveBody } from '../../../testbed/receive_body.ts';
import { ensureTools } from '../tools.ts';
import { prismDocument } from './prism_document.ts';
import { violationsIn } from './violations.ts';

export type ValidationProxy = {
  origin: string;
  /** One sentence for each request whose answer violated the document. */
  violations: string[];
  /** The number of requests for operations of the document. Pages and unknown paths are passed on and not counted. */
  exchanges(): number;
  stop(): Promise<void>;
};

type Received = { status: number; headers: IncomingMessage['headers']; body: string };

export async function startValidationProxy(
  gateway: string,
  { port = 0, document = loadDocument() }: { port?: number; document?: Document } = {},
): Promise<ValidationProxy> {
  const prism = await startPrism(gateway, document);
  const violations: string[] = [];
  let exchanges = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const answer = await forward(isForPrism(request, body) ? prism.origin : gateway, request, body);
    const { 'sl-violations': header, ...headers } = answer.headers;
    const { isDeclared, found } = violationsIn(header as string | undefined, answer.status);
    if (isDeclared) exchanges += 1;
    if (found.length === 0) return void response.writeHead(answer.status, headers).end(answer.body);
    violations.push(`${request.method} ${request.url} answered ${answer.status}: ${found.join('; ')}`);
    response.writeHead(500, { 'content-type': 'text/plain' }).end(violations.at(-1));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    violations,
    exchanges: () => exchanges,
    async stop() {
      server.close();
      server.closeAllConnections();
      await prism.stop();
    },
  };
}

async function startPrism(gateway: string, document: Document): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-prism-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(prismDocument(document)));
  const port = await freePort();
  const program = join(ensureTools(), 'node_modules/@stoplight/prism-cli/dist/index.js');
  const options = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent', '--cors', 'false'];
  const child: Child = startChild(process.execPath, [program, 'proxy', file, gateway, ...options]);
  await waitForListener(child, { port });
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Whether Prism gets the request. These bypass it: HEAD, which Prism answers with a body; bytes, which it reads as
 * text; and the page before a sign-in, which is no operation of the document and whose redirect Prism follows.
 */
function isForPrism({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  if (url.startsWith('/connect/')) return false;
  return method !== 'HEAD' && (body.length === 0 || /json|text/.test(headers['content-type'] ?? ''));
}

function forward(origin: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = send(origin + url, { method: method ?? 'GET', headers, agent: false }, (answer) => {
      receiveBody(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: withoutFraming(answer.headers), body: text }),
        reject,
      );
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Removes the headers that frame the body, because we send the body in one piece and set them. */
function withoutFraming(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const { connection: _connection, 'transfer-encoding': _encoding, 'content-length': _length, ...rest } = headers;
  return rest;
}
