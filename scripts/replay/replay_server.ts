import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Json, parseJson, stringifyJson } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { type Asked, matchExchange } from './match.ts';
import { type Before, pageAfter } from './page_after.ts';
import type { Exchange } from './replay_case.ts';

/** The exchanges of one case, and the requests to which none of them fits. */
export type Recording = {
  exchanges: readonly Exchange[];
  rewriteOrigins: readonly string[];
  misses: string[];
  /** The exchanges that answered a request. */
  answered: Set<Exchange>;
  /** The path of the records in an answer, from the recording. */
  arrayPath?: string | undefined;
  /** Whether the provider file has this query key. */
  isKnown?: (key: string) => boolean;
  /** Requests for the page after a short page, which were answered with an empty page. */
  emptied: string[];
  /** Replaces matchExchange. A write uses it, because every part of its request is compared. */
  match?: (asked: Asked) => Exchange | string;
};
export type ReplayServer = { origin: string; play(recording: Recording): void; stop(): Promise<void> };

/** Serves the recorded answers on loopback. A request without a match gets 599, a status that no provider sends. */
export async function startReplayServer(): Promise<ReplayServer> {
  let recording: Recording = { exchanges: [], rewriteOrigins: [], misses: [], answered: new Set(), emptied: [] };
  let served: Served = { keys: new Map(), before: [] };
  let origin = '';
  const server = createServer((request, response) => {
    answer(request, response, recording, served, origin).catch((err: unknown) => response.destroy(err as Error));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    play(next) {
      recording = next;
      served = { keys: new Map(), before: [] };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Served = { keys: Map<Exchange, string>; before: Before[] };

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  recording: Recording,
  served: Served,
  origin: string,
): Promise<void> {
  const asked = await askedBy(request);
  const found = answerTo(asked, request.url ?? '', recording, served);
  if (!found) {
    response.writeHead(599).end();
    return;
  }
  const { status, headers, body } = written(found, recording, origin);
  response.writeHead(status, headers).end(body);
}

function answerTo(asked: Asked, url: string, recording: Recording, served: Served): Exchange | null {
  if (recording.match) return judged(recording.match(asked), recording);
  const key = keyOf(url, asked);
  const isTaken = (exchange: Exchange) => (served.keys.get(exchange) ?? key) !== key;
  const found = once(matchExchange(recording.exchanges, asked, isTaken, recording.isKnown), url, asked, served.keys);
  if (typeof found !== 'string') {
    recording.answered.add(found);
    served.before.push({ exchange: found, asked });
    return found;
  }
  const empty = pageAfter(asked, served.before, recording.arrayPath);
  (empty ? recording.emptied : recording.misses).push(empty ? url : found);
  return empty;
}

function judged(found: Exchange | string, { answered, misses }: Recording): Exchange | null {
  if (typeof found !== 'string') {
    answered.add(found);
    return found;
  }
  misses.push(found);
  return null;
}

/**
 * Answers a repeated request again with the same exchange. Another request must not get it: it asks for a page that was
 * not recorded.
 */
function once(
  found: Exchange | string,
  url: string,
  { body }: Asked,
  served: Map<Exchange, string>,
): Exchange | string {
  if (typeof found === 'string') return found;
  const key = keyOf(url, { body });
  const before = served.get(found);
  if (before !== undefined && before !== key) return `asked ${url}, which is a page beyond the recorded ones`;
  served.set(found, key);
  return found;
}

function keyOf(url: string, { body }: Pick<Asked, 'body'>): string {
  return url + (body === undefined ? '' : stringifyJson(body));
}

async function askedBy(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://replay');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: text ? (text.startsWith('<') ? text : parseJson(text)) : undefined,
  };
}

const HOP_HEADERS = ['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive'];

function written({ response }: Exchange, { rewriteOrigins }: Recording, origin: string) {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers ?? {})) {
    if (!HOP_HEADERS.includes(name.toLowerCase()))
      headers[name] = localised(
        [value]
          .flat()
          .map((one) => scalarText(one) ?? '')
          .join(', '),
        rewriteOrigins,
        origin,
      );
  }
  const body =
    response.bodyBase64 === undefined
      ? localised(bodyText(response.body), rewriteOrigins, origin)
      : Buffer.from(response.bodyBase64, 'base64');
  return { status: response.status, headers, body };
}

function bodyText(body: Json | undefined): string {
  if (body === undefined || body === null) return '';
  return typeof body === 'string' ? body : stringifyJson(body);
}

/** Replaces the provider's own origin, and the placeholders for it, with this server's origin. */
function localised(text: string, rewriteOrigins: readonly string[], origin: string): string {
  const here = text
    .replaceAll('{{server}}', origin)
    .replaceAll('{{testServerURL}}', origin)
    .replaceAll('{{serverHost}}', origin.replace('http://', ''));
  return rewriteOrigins.reduce((all, from) => all.replaceAll(from, origin), here);
}
