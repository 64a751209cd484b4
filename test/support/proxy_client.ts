import { Buffer } from 'node:buffer';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Ready } from '../../embedded/ready.ts';

type Headers = Record<string, string | string[]>;
type Given = { method?: string; headers?: Headers; body?: string | Buffer | Readable };
export type ProxyAnswer = {
  status: number;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  text: string;
  body: Record<string, unknown>;
};

/**
 * A client of the proxy. Like curl, it sends the path byte by byte; `fetch` would normalise it. It adds
 * `installationId` and the other headers of the proxy unless `headers` has them; an empty value leaves a header out.
 */
export function proxyClient(
  origin: string,
  { apiKey, project }: Pick<Ready, 'apiKey' | 'project'>,
  installationId: string,
) {
  async function open(target: string, { method = 'GET', headers = {}, body }: Given = {}): Promise<IncomingMessage> {
    const own: Headers = {
      'x-amp-proxy-version': '1',
      'x-amp-project-id': project.id,
      'x-api-key': apiKey,
      'x-amp-installation-id': installationId,
      ...headers,
    };
    const sent = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
    const { hostname, port } = new URL(origin);
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, method, path: `/proxy${target}`, headers: sent, agent });
      request.once('response', resolve).once('error', reject);
      if (body instanceof Readable) pipeline(body, request).catch(reject);
      else request.end(body);
    });
  }

  async function call(target: string, given: Given = {}): Promise<ProxyAnswer> {
    const answer = await open(target, given);
    const text = await textOf(answer);
    const isJson = /json/.test(answer.headers['content-type'] ?? '') && text !== '';
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      rawHeaders: answer.rawHeaders,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
    };
  }
  return { open, call };
}

/** One connection per request, because the suites end requests in the middle. */
const agent = new Agent({ keepAlive: false });

async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
