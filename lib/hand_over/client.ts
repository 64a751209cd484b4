import { Buffer } from 'node:buffer';
import { BalancedPool } from 'undici';
import { fromWireProblem, Problem, type WireProblem } from '../problem/problem.ts';
import { traceparent } from '../telemetry/tracing.ts';
import type { ProcessTrust } from '../trust/trust.ts';
import type { ProxyAnswer, ServeProxy } from './hand_over.ts';
import { servedInProcess } from './hand_over.ts';
import { ANSWER_HEADER, HEAD_HEADER, MAX_HEAD_BYTES, PROBLEM_HEADER, TOKEN_HEADER } from './wire.ts';

type Options = {
  /**
   * host:port of the service `writes`. If `writes` runs in this process, `openToGateway` has registered its handler
   * under this address.
   */
  address: string;
  /** host:port of each proxy port of `writes`; [] in the embedded form. */
  portAddresses: readonly string[];
  trust: ProcessTrust;
};

type HandOverClient = { serve: ServeProxy; close(): Promise<void> };

/** Max connections per proxy port. An exchange takes one connection; the calls to providers have separate limits. */
const MAX_CONNECTIONS = 1_024;
/**
 * Max wait for the response head, ms. Only a service that hangs needs it: the limits of the service itself are shorter.
 */
const HEAD_TIMEOUT_MS = 30_000;
const MAX_PROBLEM_BYTES = 1_048_576;

/**
 * Hands requests to `writes`: by a function call if `writes` runs in this process, otherwise over HTTP to the proxy
 * port.
 */
export function handOverClient({ address, portAddresses, trust }: Options): HandOverClient {
  const origins = portAddresses.map((one) => `http://${one}`);
  const pool =
    origins.length > 0
      ? new BalancedPool(origins, {
          connections: MAX_CONNECTIONS,
          headersTimeout: HEAD_TIMEOUT_MS,
          bodyTimeout: 0,
          maxHeaderSize: 2 * MAX_HEAD_BYTES,
        })
      : undefined;

  const overPort: ServeProxy = async (head, body, signal) => {
    if (!pool) throw proxyUnreachable();
    const text = Buffer.from(JSON.stringify(head)).toString('base64url');
    if (text.length > MAX_HEAD_BYTES) throw new Problem('headersTooLarge', 'The headers and the path are too large.');
    const trace = traceparent();
    const headers = {
      [HEAD_HEADER]: text,
      [TOKEN_HEADER]: trust.handOver.sign(text),
      ...(trace !== null && { traceparent: trace }),
    };
    const answer = await pool.request({ method: 'POST', path: '/', headers, body, signal }).catch((cause: unknown) => {
      throw signal.aborted ? cause : proxyUnreachable(cause);
    });
    const said = answer.headers[ANSWER_HEADER];
    if (typeof said === 'string') return { ...decodedHead(said), body: answer.body };
    if (answer.headers[PROBLEM_HEADER] === undefined) throw proxyUnreachable();
    throw fromWireProblem(JSON.parse(await textOf(answer.body)) as WireProblem);
  };

  return {
    serve: (head, body, signal) => (servedInProcess(address) ?? overPort)(head, body, signal),
    close: async () => pool?.destroy(),
  };
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_PROBLEM_BYTES) throw proxyUnreachable();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function decodedHead(text: string): Omit<ProxyAnswer, 'body'> {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Omit<ProxyAnswer, 'body'>;
}

function proxyUnreachable(cause?: unknown): Problem {
  return new Problem('unavailable', 'The proxy of the service writes cannot be reached.', {
    remedy: 'Try again after a moment. If it goes on, set CAUSEWAY_WRITES_PROXY_ADDRESS for the gateway.',
    subsystem: 'writes',
    cause,
  });
}
