/** A builder's webhook for tests: verifies signatures, records every attempt, and answers as the test sets. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { deliveredRecordIds } from '../../testbed/delivered_records.ts';
import { receiveBody } from '../../testbed/receive_body.ts';
import { patienceFor } from '../../testbed/timed_out.ts';
import { type WebhookVerifier, webhookVerifier } from '../../testbed/webhook_verifier.ts';
import { checkMessages } from './declared_messages.ts';

/**
 * One attempt. `id` is the message id, which is the same on every attempt; `at` is Unix milliseconds; `status` is our
 * answer.
 */
export type ReceivedMessage = {
  id: string;
  body: string;
  headers: IncomingHttpHeaders;
  path: string;
  at: number;
  status: number;
};
type Attempt = Omit<ReceivedMessage, 'status'>;
type Reply = number | { status: number; headers?: Record<string, string>; delayMs?: number };

export type ReceiverOptions = {
  port?: number;
  /** The destination's secret. Usually the destination is created with our URL first: then call `verifyWith`. */
  verify?: string;
  /** The answer to the nth attempt, from 1; 200 by default. */
  respond?: (n: number, attempt: Attempt) => Reply | Promise<Reply>;
};

export type Receiver = {
  /** Requests for paths below this URL are received too. */
  url: string;
  /** Every attempt in order of arrival, whatever its status. */
  messages: ReceivedMessage[];
  /** Attempts with an invalid signature, answered with 401. */
  rejected: { id: string; reason: string }[];
  verifyWith(secret: string): void;
  /** Resolves with the messages when the predicate is true; rejects after `ms`. */
  waitFor(
    predicate: (messages: readonly ReceivedMessage[]) => boolean,
    ms: number,
  ): Promise<readonly ReceivedMessage[]>;
  /** The ids of the records in accepted messages (2xx), each with the ids of the messages that contained it. */
  records(objectName?: string): Map<string, Set<string>>;
  /** The accepted notifications of a type, newest last. */
  notifications(type: string): unknown[];
  /** Throws when two attempts with the same message id had different bytes. */
  checkSameIdSameBody(): void;
  /** Stops the receiver. Throws when a message does not match the webhooks of openapi.yaml. */
  stop(): Promise<void>;
};

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const rejected: Receiver['rejected'] = [];
  const watchers = new Set<() => void>();
  let verifier: WebhookVerifier | null = options.verify ? webhookVerifier(options.verify) : null;
  let attempts = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const attempt = await readAttempt(request);
    const n = ++attempts;
    const reason = verifier ? faultOf(verifier, attempt) : null;
    if (reason !== null) rejected.push({ id: attempt.id, reason });
    const reply = reason === null ? ((await options.respond?.(n, attempt)) ?? 200) : 401;
    const { status, headers, delayMs = 0 } = typeof reply === 'number' ? { status: reply } : reply;
    messages.push({ ...attempt, status });
    for (const watcher of watchers) watcher();
    if (delayMs > 0) await sleep(delayMs, undefined, { ref: false });
    response.writeHead(status, headers).end();
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    rejected,
    verifyWith: (secret) => void (verifier = webhookVerifier(secret)),
    waitFor: (predicate, ms) => waitFor(messages, watchers, { predicate, ms }),
    records: (objectName) => recordsIn(messages.filter(isAccepted), objectName),
    notifications: (type) =>
      messages
        .filter(isAccepted)
        .map(({ body }) => JSON.parse(body) as { notificationType?: string })
        .filter(({ notificationType }) => notificationType === type),
    checkSameIdSameBody: () => checkSameIdSameBody(messages),
    async stop() {
      await stop(server);
      checkMessages(messages.map(({ body }) => body));
    },
  };
}

async function readAttempt(request: IncomingMessage): Promise<Attempt> {
  const body = await receiveBody(request);
  const id = String(request.headers['webhook-id'] ?? '');
  return { id, body, headers: request.headers, path: request.url ?? '/', at: Date.now() };
}

function faultOf(verifier: WebhookVerifier, { body, headers }: Attempt): string | null {
  try {
    verifier.byLibrary(body, headers);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

function isAccepted({ status }: ReceivedMessage): boolean {
  return status >= 200 && status < 300;
}

function recordsIn(messages: readonly ReceivedMessage[], wanted?: string): Map<string, Set<string>> {
  const records = new Map<string, Set<string>>();
  for (const { id: messageId, body } of messages) {
    const { objectName, ids } = deliveredRecordIds(body);
    if (wanted !== undefined && objectName !== wanted) continue;
    for (const id of ids) records.set(id, (records.get(id) ?? new Set()).add(messageId));
  }
  return records;
}

function checkSameIdSameBody(messages: readonly ReceivedMessage[]): void {
  const bodies = new Map<string, string>();
  for (const { id, body } of messages) {
    const first = bodies.get(id);
    if (first !== undefined && first !== body) throw new Error(`Message ${id} arrived with two different bodies.`);
    bodies.set(id, body);
  }
}

type Wait = { predicate: (messages: readonly ReceivedMessage[]) => boolean; ms: number };

function waitFor(
  messages: ReceivedMessage[],
  watchers: Set<() => void>,
  { predicate, ms }: Wait,
): Promise<readonly ReceivedMessage[]> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      watchers.delete(look);
      settle();
    };
    const look = () => {
      try {
        if (predicate(messages)) finish(() => resolve(messages));
      } catch (error) {
        finish(() => reject(error as Error));
      }
    };
    const timer = setTimeout(
      () => finish(() => reject(new Error(`Not received within ${ms} ms; ${messages.length} messages came.`))),
      patienceFor(ms),
    );
    watchers.add(look);
    look();
  });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
