import type { Pool } from 'undici';
import { assertOutsideTransaction } from '../db/transaction_guard.ts';
import { ANSWER_LIMITS, type AnswerLimits } from './answer_limits.ts';
import { type CallDeadlines, startDeadlines } from './deadlines.ts';
import { createDialer } from './dialer.ts';
import { createGuard, type OutboundPolicy } from './guard.ts';
import { joinedHeaders } from './joined_headers.ts';
import type { LookUpAddresses } from './lookup.ts';
import { originPools } from './origin_pools.ts';
import { OutboundError, toOutboundError } from './outbound_error.ts';
import { type HeaderPair, requestHeaders } from './request_headers.ts';
import { responseText } from './response_text.ts';
import { checkMethod, type SendStream, startStream } from './stream.ts';

export type OutboundRequest = {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  /** The body as bytes; set this or `body`. */
  bytes?: Uint8Array | undefined;
  /** Deadline of the whole exchange, from the call to the last byte. Ms; default 60 s. */
  timeoutMs?: number | undefined;
  /** Deadline of the response head, from the call. Ms; default 15 s. */
  headTimeoutMs?: number | undefined;
  /** Max body size before and after decompression. Bytes; default: the client's limit. */
  maxBytes?: number | undefined;
  /**
   * Truncate a larger body instead of failing, for answers that are only displayed, such as the answers of a webhook
   * receiver.
   */
  cutBody?: boolean | undefined;
  /**
   * Uses separate connections for this account, so that an account whose requests hang does not block other accounts.
   */
  account?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type OutboundResponse = {
  status: number;
  /** Names in lower case; a repeated header is joined by ", ". */
  headers: Record<string, string>;
  text: string;
  /** The limits for parsing the text. */
  limits?: AnswerLimits;
};

/** Sends one request. Any status is a response, redirects included. Throws only OutboundError. */
export type SendRequest = (request: OutboundRequest) => Promise<OutboundResponse>;

export type OutboundClient = { send: SendRequest; stream: SendStream; close(): Promise<void> };

export type OutboundOptions = OutboundPolicy & {
  /** Max concurrent connections per origin; further exchanges wait. */
  connectionsPerOrigin?: number | undefined;
  /** Deadline of DNS, TCP and TLS together. Ms; default 5 s. */
  connectTimeoutMs?: number | undefined;
  /** Replaces DNS in tests. */
  lookup?: LookUpAddresses | undefined;
  /** Extra trusted root certificates in PEM. */
  ca?: string | undefined;
  /** The max size of answers; default ANSWER_LIMITS. */
  limits?: AnswerLimits | undefined;
};

const HTTP_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * The only HTTP client for calls to external servers: webhooks, providers and token endpoints. It connects only where
 * the guard allows it (guard.ts, dialer.ts), follows no redirects, and bounds every exchange in time and memory: `send`
 * buffers the answer, `stream` passes both bodies through (stream.ts). Create one client per process; `close` aborts
 * running exchanges.
 */
export function outboundClient(options: OutboundOptions): OutboundClient {
  const guard = createGuard(options);
  const connect = createDialer({
    guard,
    lookup: options.lookup,
    timeoutMs: options.connectTimeoutMs ?? 5_000,
    ca: options.ca,
  });
  const pools = originPools({ connect, connections: options.connectionsPerOrigin ?? 16, maxOrigins: 512 });

  function checkedUrl(text: string): URL {
    const url = guard.check(text);
    if (typeof url === 'string') throw new OutboundError('blocked', new Error(url));
    return url;
  }

  async function send(request: OutboundRequest): Promise<OutboundResponse> {
    assertOutsideTransaction('An HTTP request was made');
    const url = checkedUrl(request.url);
    const { headMs, totalMs } = { headMs: request.headTimeoutMs ?? 15_000, totalMs: request.timeoutMs ?? 60_000 };
    const deadlines = startDeadlines({ headMs, totalMs, signal: request.signal });
    try {
      return await pools.use(
        url.origin,
        (pool) => sendThroughPool(pool, url, request, { deadlines, limits: options.limits ?? ANSWER_LIMITS }),
        request.account,
      );
    } catch (error) {
      throw toOutboundError(error);
    } finally {
      deadlines.clear();
    }
  }

  /** Keeps the pool in use until the last byte of the answer, although the promise resolves with the head. */
  const stream: SendStream = (request) =>
    new Promise((resolve, reject) => {
      assertOutsideTransaction('An HTTP request was made');
      const url = checkedUrl(request.url);
      checkMethod(request.method);
      const exchanged = pools.use(
        url.origin,
        async (pool) => {
          const { head, ended } = startStream(pool, request);
          head.then(resolve, reject);
          await ended;
        },
        request.account,
      );
      exchanged.catch((error: unknown) => reject(toOutboundError(error)));
    });

  return { send, stream, close: () => pools.close() };
}

async function sendThroughPool(
  pool: Pool,
  url: URL,
  request: OutboundRequest,
  { deadlines, limits }: { deadlines: CallDeadlines; limits: AnswerLimits },
): Promise<OutboundResponse> {
  const { method, body, bytes, cutBody = false, maxBytes = limits.bytes } = request;
  if (!HTTP_METHODS.includes(method))
    throw new OutboundError('protocol', new Error('The method is not one this client sends.'));
  const response = await pool.request({
    method: method as 'GET',
    path: url.pathname + url.search,
    headers: requestHeaders(request.headers ?? {}, cutBody ? 'identity' : 'gzip, br, deflate'),
    body: bytes ?? body ?? null,
    signal: deadlines.signal,
  });
  deadlines.headArrived();
  const headers = joinedHeaders(pairsOf(response.headers));
  return {
    status: response.statusCode,
    headers,
    text: await responseText(response.body, headers, { maxBytes, cut: cutBody }),
    limits,
  };
}

function pairsOf(headers: Readonly<Record<string, string | string[] | undefined>>): HeaderPair[] {
  return Object.entries(headers).flatMap(([name, value]) => [value ?? ''].flat().map((one) => [name, one] as const));
}
