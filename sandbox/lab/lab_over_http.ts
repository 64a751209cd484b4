import { Buffer } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type LabAnswer, type LabRequest, labRequest } from './lab_request.ts';

/** Serves the lab over HTTP. A bug of the lab is logged to the console and answered with 500. */
export async function serve(
  answer: (request: LabRequest) => Promise<LabAnswer>,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', origin);
    send(response, await answer(labRequest(request.method ?? 'GET', url, headersOf(request), await textOf(request))));
  } catch (error) {
    console.error(error);
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":"The lab has a bug; see its standard error."}');
  }
}

function send(response: ServerResponse, { status, headers, text, isCut, isDropped }: LabAnswer): void {
  if (isDropped) return void response.destroy();
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, 'content-length': body.length });
  if (isCut) response.write(body.subarray(0, body.length >>> 1), () => response.destroy());
  else response.end(body);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
