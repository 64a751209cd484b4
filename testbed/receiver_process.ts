/**
 * The webhook receiver as a process of its own, for benches and crash tests:
 * `node dist/testbed/receiver_process.js --ledger <file> [--port 0] [--secret whsec_...] [--delay-ms 0]`.
 * Prints {"url":...} when ready. Messages are written to the ledger, if there is one. The memory holds only counts and
 * message ids.
 *
 * PUT /secret with the destination's secret as text turns verification on; GET /stats returns the counts.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { deliveredRecordIds } from './delivered_records.ts';
import { receiveBody } from './receive_body.ts';
import { appendLedger } from './receiver_ledger.ts';
import { type WebhookVerifier, webhookVerifier } from './webhook_verifier.ts';

export type ReceiverStats = {
  attempts: number;
  /** Distinct message ids accepted, the records in them, and their bytes. */
  messages: number;
  records: number;
  bytes: number;
  /** Accepted attempts whose signature was checked. */
  verified: number;
  rejected: number;
  /** Unix milliseconds of the first and the last accepted attempt; 0 when there was none. */
  firstAt: number;
  lastAt: number;
};

/**
 * Whether the library (webhook_verifier.ts) also checks this attempt. It checks a sample only, because it takes more
 * CPU than the rest of the receiver; `byHand` checks every attempt.
 */
const isCheckedByLibrary = (attempt: number) => attempt <= 5 || attempt % 50 === 0;

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    ledger: { type: 'string' },
    secret: { type: 'string' },
    'delay-ms': { type: 'string' },
  },
});
const stats: ReceiverStats = {
  attempts: 0,
  messages: 0,
  records: 0,
  bytes: 0,
  verified: 0,
  rejected: 0,
  firstAt: 0,
  lastAt: 0,
};
const seen = new Set<string>();
let verifier: WebhookVerifier | null = values.secret ? webhookVerifier(values.secret) : null;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET' && request.url === '/stats') return void response.end(JSON.stringify(stats));
  if (request.method === 'PUT' && request.url === '/secret') {
    verifier = webhookVerifier(await receiveBody(request));
    return void response.end();
  }
  const status = receive(request, await receiveBody(request));
  if (values['delay-ms']) await sleep(Number(values['delay-ms']));
  response.writeHead(status).end();
}

function receive(request: IncomingMessage, body: string): number {
  const id = String(request.headers['webhook-id'] ?? '');
  const at = Date.now();
  const reason = faultOf(request, body, ++stats.attempts);
  const status = reason === null ? 200 : 401;
  const { ids, ...about } = reason === null ? deliveredRecordIds(body) : { objectName: '', ids: [] };
  if (values.ledger) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    appendLedger(values.ledger, {
      id,
      sha256,
      bytes: body.length,
      at,
      status,
      ...about,
      recordIds: ids,
      ...(reason !== null && { reason }),
    });
  }
  count({ id, at, reason, records: ids.length, bytes: body.length });
  return status;
}

function faultOf({ headers }: IncomingMessage, body: string, attempt: number): string | null {
  try {
    verifier?.byHand(body, headers);
    if (isCheckedByLibrary(attempt)) verifier?.byLibrary(body, headers);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

type Counted = { id: string; at: number; reason: string | null; records: number; bytes: number };

function count({ id, at, reason, records, bytes }: Counted): void {
  if (reason !== null) {
    stats.rejected += 1;
    return;
  }
  stats.firstAt ||= at;
  stats.lastAt = at;
  if (verifier) stats.verified += 1;
  if (seen.has(id)) return;
  seen.add(id);
  stats.messages += 1;
  stats.records += records;
  stats.bytes += bytes;
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
server.listen(Number(values.port ?? 0), '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` })}\n`,
  );
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
