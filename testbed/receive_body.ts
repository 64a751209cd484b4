import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

/** Receives the whole body of a request, as text. */
export async function receiveBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
