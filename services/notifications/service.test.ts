import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { readSettings } from '../../lib/config/settings.ts';
import { newKeyring } from '../../lib/crypto/sealer.ts';
import { eventOf } from '../../lib/events/event.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog } from '../../lib/log/log.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { startRpcServer } from '../../lib/rpc/server.ts';
import type { Handlers } from '../../lib/rpc/services.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { settings } from './config.ts';
import { start } from './service.ts';

type Received = { headers: IncomingHttpHeaders; body: string; path: string };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A receiver that answers what `answer` says: a status, or nothing at all for null. */
async function receiver(answer: (received: Received) => number | null) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { headers: request.headers, body: Buffer.concat(chunks).toString(), path: request.url ?? '' };
      received.push(one);
      const status = answer(one);
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The service on a database in memory, beside a reads that hands out `bodies`. */
async function platform(bodies: Map<string, string>, environment: Record<string, string> = {}) {
  const token = 'test-token';
  const bus = inProcessBus();
  const deps = { log: silentLog, clock: systemClock, newId, bus };
  const readsHandlers = {
    BatchGetMessages: async (_call: unknown, { messageIds }: { messageIds: string[] }) =>
      ({ messages: messageIds.slice(0, 2).flatMap((id) => (bodies.has(id) ? [{ id, body: bodies.get(id) ?? '' }] : [])) }),
  };
  const reads = await startRpcServer({ service: 'reads', handlers: readsHandlers as unknown as Handlers<'reads'>, port: 0, host: '127.0.0.1', token, log: silentLog });
  const config = readSettings(settings, {
    CAUSEWAY_INTERNAL_TOKEN: token, CAUSEWAY_KEYRING: newKeyring(), CAUSEWAY_NOTIFICATIONS_DATABASE_URL: 'sqlite::memory:',
    CAUSEWAY_NOTIFICATIONS_HOST: '127.0.0.1', CAUSEWAY_NOTIFICATIONS_PORT: '0', CAUSEWAY_READS_ADDRESS: reads.address,
    CAUSEWAY_OUTBOUND_ALLOW: '127.0.0.1', CAUSEWAY_OUTBOUND_ALLOW_HTTP: '1', ...environment,
  });
  const service = await start(config, deps);
  const client = rpcClient('notifications', { address: service.address, token });
  const settled: string[] = [];
  const listener = await bus.subscribe('reads', async (event) => {
    if (event.type === 'read.messages.settled') settled.push(...event.payload.messageIds);
  });
  stops.push(async () => {
    client.close();
    await service.stop();
    await listener.stop();
    await reads.stop();
    await bus.close();
  });
  const emit = (event: CausewayEvent) => bus.publish([{ producer: 'reads', event, consumers: ['notifications'], ring: 1 }]);
  return { client, emit, settled, call: () => systemCall('test', { newId, clock: systemClock }) };
}

async function until(isTrue: () => boolean, ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('It did not come to pass.');
    await sleep(10);
  }
}

const projectId = newId();

/** Both libraries that builders use; either throws when the signature does not fit. */
function verify(key: string, { headers, body }: Pick<Received, 'headers' | 'body'>): void {
  new SvixWebhook(key).verify(body, headers as Record<string, string>);
  new StandardWebhook(key).verify(body, headers as Record<string, string>);
}

function page(destinationName: string, messageIds: string[]) {
  return eventOf('read.page.committed', {
    id: newId(), projectId, time: Date.now(),
    payload: { installationId: newId(), objectName: 'contacts', operationId: newId(), destinationName, messageIds },
  });
}

describe('the notifications service', () => {
  it('delivers each message of a page, signed so that both libraries verify it, and settles them', async () => {
    const bodies = new Map(Array.from({ length: 5 }, (_, i) => [newId(), JSON.stringify({ n: i, text: 'ünïcode' })]));
    const { received, url } = await receiver(() => 200);
    const { client, emit, settled, call } = await platform(bodies);
    const metadataJson = JSON.stringify({ url: `${url}/hook`, headers: { 'X-Own': 'mine' } });
    await client.createDestination(call(), { projectId, name: 'hooks', type: 'webhook', metadataJson });
    const { webhookSigningKey } = await client.getDestination(call(), { projectId, destinationIdOrName: 'hooks', includeSecrets: true });
    await emit(page('hooks', [...bodies.keys()]));
    await until(() => settled.length === 5);
    expect(received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...bodies.keys()].sort());
    for (const { headers, body } of received) {
      expect(body).toBe(bodies.get(String(headers['svix-id'])));
      expect(headers['x-own']).toBe('mine');
      verify(webhookSigningKey, { headers, body });
    }
  });
});
