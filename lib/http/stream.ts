import type { Buffer } from 'node:buffer';
import { Readable } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import type { Dispatcher, Pool } from 'undici';
import { AnswerLimitExceeded } from './answer_limits.ts';
import { OutboundError, toOutboundError } from './outbound_error.ts';
import { type HeaderPair, passedOnHeaders } from './request_headers.ts';
import { startUpload } from './upload.ts';

/**
 * One exchange whose bodies are streams in both directions, for a request that Causeway passes on for a caller. Neither
 * body is buffered: backpressure of the reader pauses the target's socket, and backpressure of the target pauses the
 * upload. If an exchange does not end cleanly, its connection is closed.
 */
export type StreamRequest = {
  /** Any token of RFC 9110 except CONNECT and TRACE. */
  method: string;
  url: string;
  /**
   * The headers are sent in this order and spelling, repeats included. The client adds only Host, Connection and the
   * framing headers.
   */
  headers: readonly HeaderPair[];
  /** If the exchange ends before a stream was read completely, the stream is paused, never destroyed. */
  body: Readable | Uint8Array | null;
  /** The length of the stream in `body`, in bytes. Without it the body is sent chunked. */
  contentLength?: number | undefined;
  /**
   * Uses separate connections for this account, so that an account whose requests hang does not block other accounts.
   */
  account: string;
  /** Deadline of the response head, from the call; it includes the wait for a connection and the upload. Ms. */
  headTimeoutMs: number;
  /** Timeout after the head: the exchange ends when no byte moves in either direction for this long. Ms. */
  idleMs: number;
  maxRequestBytes: number;
  maxResponseBytes: number;
  signal?: AbortSignal | undefined;
};

/**
 * Why an exchange ended. `cutByProvider`: the target closed or broke the connection. `idle`: no byte for `idleMs`.
 * `tooLarge`: one of the bodies is too large. `aborted`: the caller aborted the exchange, destroyed the answer body or
 * broke off the upload, or the client was closed.
 */
export type StreamEnd = 'complete' | 'cutByProvider' | 'idle' | 'tooLarge' | 'aborted';

/** `sent`, `received`: bytes of the bodies that were written to and read from the connection. */
export type StreamedBytes = { sent: number; received: number; end: StreamEnd };

export type StreamResponse = {
  status: number;
  /** As received, hop-by-hop fields included. A character is a byte (latin1). */
  headers: HeaderPair[];
  /** The bytes as received, still encoded. Fails with OutboundError unless the end is `complete`. */
  body: Readable;
  /** Resolves when the target's last byte has arrived, or the exchange has failed. Never rejects. */
  ended: Promise<StreamedBytes>;
};

/** Sends one request. Any final status is a response, redirects included. Throws only OutboundError. */
export type SendStream = (request: StreamRequest) => Promise<StreamResponse>;

/** `head` rejects with OutboundError when there is no response; `ended` resolves in any case. */
type StartedStream = { head: Promise<StreamResponse>; ended: Promise<StreamedBytes> };

/** Starts the exchange on the given pool. Throws OutboundError on a request that must not be sent. */
export function startStream(pool: Pool, request: StreamRequest): StartedStream {
  const { method, maxResponseBytes } = request;
  const headers = passedOnHeaders(request.headers);
  const declared = request.body instanceof Readable ? request.contentLength : undefined;
  const upload = startUpload(request.body, { declared, maxBytes: request.maxRequestBytes }, fail);
  const [head, ended] = [deferredPromise<StreamResponse>(), deferredPromise<StreamedBytes>()];
  const moved = { sent: 0, received: 0 };
  let body: Readable | undefined;
  let abort: ((error: Error) => void) | undefined;
  let isOver = false;
  let timer = setTimeout(() => fail(new OutboundError('timeout')), request.headTimeoutMs);

  function settle(end: StreamEnd, error?: OutboundError): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onCallerAbort);
    upload.stop();
    if (error) {
      head.reject(error);
      abort?.(error);
      body?.destroy(error);
    }
    ended.resolve({ ...moved, end });
  }

  function fail(error: OutboundError, end: StreamEnd = endOf(error)): void {
    settle(end, error);
  }

  /**
   * Restarts the idle timeout. Before the head has arrived it does nothing, because then the deadline of the head runs.
   */
  function touch(): void {
    if (body) timer.refresh();
  }

  function onCallerAbort(): void {
    fail(new OutboundError('aborted', request.signal?.reason));
  }

  function newBody(resume: () => void): Readable {
    const made = new Readable({
      read() {
        if (isOver) return; // the connection may already serve the next request
        touch();
        resume();
      },
      destroy(error, done) {
        if (!isOver) settle('aborted', new OutboundError('aborted'));
        done(error);
      },
    });
    // The body may fail before its reader listens, and an error without a listener ends the process.
    return made.on('error', () => undefined);
  }

  /** A 304 may have the Content-Length of the body that it omits (RFC 9110, 8.6); undici's parser would wait for it. */
  function endWithoutBody(empty: Readable): void {
    settle('complete');
    empty.push(null);
    abort?.(new OutboundError('aborted'));
  }

  const handlers: Dispatcher.DispatchHandlers = {
    onConnect(abortExchange) {
      abort = abortExchange;
      if (isOver) abortExchange();
    },
    onHeaders(status, raw, resume) {
      if (status < 200) return true;
      const received = pairsOf(raw);
      const isBodiless = method === 'HEAD' || status === 204 || status === 304;
      const length = lengthOf(received);
      if (!isBodiless && length > maxResponseBytes) {
        fail(tooLarge(maxResponseBytes));
        return false;
      }
      clearTimeout(timer);
      timer = setTimeout(() => fail(new OutboundError('timeout'), 'idle'), request.idleMs);
      if (refusesBody(status, received)) upload.cease();
      body = newBody(resume);
      head.resolve({ status, headers: received, body, ended: ended.promise });
      if (isBodiless && length > 0) endWithoutBody(body);
      return !isOver;
    },
    onData(chunk) {
      touch();
      moved.received += chunk.byteLength;
      if (moved.received > maxResponseBytes) fail(tooLarge(maxResponseBytes));
      return !isOver && (body?.push(chunk) ?? false);
    },
    onComplete() {
      settle('complete');
      body?.push(null);
    },
    onError: (error) => fail(toOutboundError(error)),
    // undici passes the chunk itself, although its type says that it passes the size.
    onBodySent(chunk: unknown) {
      touch();
      moved.sent += (chunk as Uint8Array).byteLength;
    },
  };

  request.signal?.addEventListener('abort', onCallerAbort, { once: true });
  if (request.signal?.aborted) onCallerAbort();
  else
    pool.dispatch(
      {
        path: writtenPath(request.url),
        method: method as 'GET',
        headers: [...headers, ...framingHeaders(declared)].flat(),
        body: upload.body,
      },
      handlers,
    );
  return { head: head.promise, ended: ended.promise };
}

/** Throws OutboundError on a method that is no token, on CONNECT (opens a tunnel) and on TRACE (echoes the request). */
export function checkMethod(method: string): void {
  if (!/^[\w!#$%&'*+.^`|~-]{1,64}$/.test(method) || /^(CONNECT|TRACE)$/i.test(method))
    throw new OutboundError('protocol', new Error('The method is not one this client sends.'));
}

/** Path and query as they are written: a URL object would encode some of their bytes again. */
function writtenPath(url: string): string {
  const at = url.slice('https://'.length).search(/[/?]/);
  const path = at < 0 ? '' : url.slice('https://'.length + at);
  return path.startsWith('/') ? path : `/${path}`;
}

function framingHeaders(declared: number | undefined): HeaderPair[] {
  return declared === undefined ? [] : [['content-length', String(declared)]];
}

/**
 * Whether the target answers with an error and closes the connection (RFC 9112, 9.3). Then the upload must stop: more
 * bytes could make the target reset the connection before the answer is read.
 */
function refusesBody(status: number, headers: readonly HeaderPair[]): boolean {
  return status >= 400 && headers.some(([name, value]) => /^connection$/i.test(name) && /\bclose\b/i.test(value));
}

function pairsOf(raw: readonly Buffer[]): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  for (let at = 0; at < raw.length; at += 2) pairs.push([latin1Text(raw[at]), latin1Text(raw[at + 1])]);
  return pairs;
}

function latin1Text(bytes: Buffer | undefined): string {
  return bytes?.toString('latin1') ?? '';
}

function lengthOf(headers: readonly HeaderPair[]): number {
  return Number(headers.find(([name]) => /^content-length$/i.test(name))?.[1] ?? 0);
}

function tooLarge(max: number): OutboundError {
  return new OutboundError('tooLarge', new AnswerLimitExceeded('bytes', max));
}

function endOf({ reason }: OutboundError): StreamEnd {
  return reason === 'aborted' || reason === 'tooLarge' ? reason : 'cutByProvider';
}

type DeferredPromise<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void };

function deferredPromise<T>(): DeferredPromise<T> {
  let settlers: Omit<DeferredPromise<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settlers = { resolve, reject };
  });
  return { promise, ...(settlers as Omit<DeferredPromise<T>, 'promise'>) };
}
