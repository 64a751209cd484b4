import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outboundClient } from '../../lib/http/outbound.ts';
import { createUrlCheck } from '../../lib/http/url_check.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { webhookDriver } from '../../services/notifications/destinations/webhook/webhook_driver.ts';
import { receiveBody } from '../../testbed/receive_body.ts';
import { type Behaviour, type DriverWorld, SECRET } from './destination_driver_rules.ts';

export type WebhookWorld = { world: DriverWorld; stop(): Promise<void> };

/** Longer than any answer here but the hanging one. Ms. */
const ATTEMPT_MS = 1_000;
const STATUS: Readonly<Record<Behaviour, number>> = {
  accept: 204,
  refuse: 500,
  echo: 400,
  overloaded: 429,
  final: 410,
  hang: 0,
};

/** The webhook driver on the guarded client, and a receiver on this machine: one address is allowed, the others not. */
export async function startWebhookWorld(): Promise<WebhookWorld> {
  const received: { id: string; body: string }[] = [];
  let behaviour: Behaviour = 'accept';
  const server = createServer((request, response) => {
    void answer(request, response, behaviour).then((message) => received.push(message));
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const policy = { allow: ['127.0.0.1'], allowHttp: true };
  const client = outboundClient(policy);
  const to = (url: string) => ({ url, headers: { authorization: `Bearer ${SECRET}`, 'x-own': `${SECRET}-2` } });
  const url = `http://127.0.0.1:${port}/in`;
  const world: DriverWorld = {
    driver: webhookDriver({
      send: client.send,
      urlCheck: createUrlCheck(policy),
      clock: systemClock,
      limits: { headTimeoutMs: ATTEMPT_MS, timeoutMs: ATTEMPT_MS },
    }),
    metadata: to(url),
    elsewhere: to('https://elsewhere.example/in'),
    forbidden: to(`http://127.0.0.2:${port}/in`),
    unreachable: to('http://127.0.0.1:1/in'),
    faulty: [
      ['url', { headers: { authorization: SECRET } }],
      ['url', { url: 5 }],
      ['headers.host', { url, headers: { host: SECRET } }],
      ['headers.a b', { url, headers: { 'a b': SECRET } }],
      ['headers.x', { url, headers: { x: `${SECRET}\n` } }],
      ['uri', { url, uri: SECRET }],
    ],
    behaviours: ['accept', 'refuse', 'echo', 'overloaded', 'final', 'hang'],
    behave(as) {
      behaviour = as;
    },
    received: async () => received,
    maxWaitMs: 60_000,
  };
  return {
    world,
    async stop() {
      server.closeAllConnections();
      server.close();
      await client.close();
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, as: Behaviour) {
  const body = await receiveBody(request);
  if (as !== 'hang') {
    response.statusCode = STATUS[as];
    response.end(as === 'echo' ? JSON.stringify({ headers: request.headers, body }) : undefined);
  }
  return { id: String(request.headers['webhook-id']), body };
}
