import { Buffer } from 'node:buffer';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { hasBody } from '../http/has_body.ts';
import { passOn } from '../http/pass_on.ts';
import type { Log } from '../log/log.ts';
import { Problem, toWireProblem } from '../problem/problem.ts';
import { StartFault } from '../problem/start_fault.ts';
import { openSpan } from '../telemetry/tracing.ts';
import { createRefusals } from '../trust/refusals.ts';
import type { ProcessTrust } from '../trust/trust.ts';
import type { ProxyHead, ServeProxy } from './hand_over.ts';
import { ANSWER_HEADER, HEAD_HEADER, MAX_HEAD_BYTES, PROBLEM_HEADER, TOKEN_HEADER } from './wire.ts';

type Options = { port: number; host: string; serve: ServeProxy; trust: ProcessTrust; log: Log };

/** Max time that the port waits for running exchanges when it closes. Ms. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * The port of `writes` to which gateways hand requests for providers (services form). The head of the provider's
 * request is in one HTTP header, and a token that is bound to this head is in another header (wire.ts).
 */
export async function startHandOverPort({ port, host, serve, trust, log }: Options) {
  const refusals = createRefusals(log);
  const server = createServer({ maxHeaderSize: 2 * MAX_HEAD_BYTES, requestTimeout: 0, headersTimeout: 10_000 });
  server.on('request', (request, response) => {
    const { traceparent: parent } = request.headers;
    const span = openSpan(() => ({
      name: 'proxy',
      kind: 'server',
      parent: typeof parent === 'string' ? parent : null,
    }));
    response.once('close', () => span?.end({ hasFailed: !response.writableFinished }));
    if (span) void span.within(() => answer(request, response));
    else void answer(request, response);
  });
  await new Promise<void>((resolve, reject) =>
    server
      .once('error', (cause) => reject(new StartFault(cannotListen(`${host}:${port}`), { cause })))
      .listen(port, host, resolve),
  );
  const { port: bound } = server.address() as AddressInfo;
  log.info('proxy port ready', { port: bound });
  return {
    address: `${host}:${bound}`,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const force = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
      await closed;
      clearTimeout(force);
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    try {
      const { status, headers, body } = await serve(
        headOf(request),
        hasBody(request.headers) ? request : null,
        gone.signal,
      );
      response.writeHead(200, { [ANSWER_HEADER]: encodedHeader({ status, headers }) });
      setImmediate(() => response.flushHeaders());
      await passOn(body, response);
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy();
      const problem = error instanceof Problem ? error : unexpected(error);
      response.writeHead(problem.status, { [PROBLEM_HEADER]: '1', connection: 'close' });
      response.end(JSON.stringify(toWireProblem(problem)));
    }
  }

  function headOf({ headers }: IncomingMessage): ProxyHead {
    const head = String(headers[HEAD_HEADER] ?? '');
    const origin = trust.handOver.check(head, String(headers[TOKEN_HEADER] ?? ''));
    const fault = 'fault' in origin ? origin.fault : origin.process === 'gateway' ? undefined : 'not the gateway';
    if (fault === undefined) return JSON.parse(Buffer.from(head, 'base64url').toString()) as ProxyHead;
    refusals.note('proxied request refused', { fault });
    throw new Problem('unavailable', 'The proxy did not accept the request of the gateway.', { subsystem: 'writes' });
  }

  function unexpected(error: unknown): Problem {
    log.error('proxied request failed', { err: error });
    return new Problem('internal', 'Internal error. Quote the request id to the operator.', { subsystem: 'writes' });
  }
}

function encodedHeader(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function cannotListen(address: string): string {
  return `writes cannot listen on ${address}: another program may use the port. Stop it, or change CAUSEWAY_WRITES_PROXY_PORT or CAUSEWAY_WRITES_HOST.`;
}
