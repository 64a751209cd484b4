import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

type ReadMessage = {
  action?: string;
  notificationType?: string;
  readType?: string;
  objectName?: string;
  result?: { fields: Record<string, unknown> }[];
};

/** A builder's webhook with the received messages. `recordIds` returns the record ids of an object. */
export type Receiver = {
  url: string;
  /** The signing key. Until it is set, no message can be verified, so all are refused. */
  secret: string;
  readonly counts: { messages: number; records: number; verified: number; refused: number; changedBodies: number };
  recordIds(objectName: string): Set<string>;
  notifications: string[];
  stop(): Promise<void>;
};

/** Starts a webhook on loopback that verifies every message with the Standard Webhooks library. */
export async function startReceiver(idField = 'id', onMessage = (_body: string): void => {}): Promise<Receiver> {
  const ids = new Map<string, Set<string>>();
  const bodies = new Map<string, string>();
  const counts = { messages: 0, records: 0, verified: 0, refused: 0, changedBodies: 0 };
  const notifications: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => response.writeHead(accept(request, body) ? 204 : 401).end());
  });
  const receiver: Receiver = {
    url: '',
    secret: '',
    counts,
    notifications,
    recordIds: (objectName) => ids.get(objectName) ?? new Set(),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  function accept({ headers }: IncomingMessage, body: string): boolean {
    try {
      new Webhook(receiver.secret).verify(body, headers as Record<string, string>);
    } catch {
      counts.refused += 1;
      return false;
    }
    counts.verified += 1;
    count(String(headers['webhook-id']), body);
    return true;
  }

  function count(id: string, body: string): void {
    const digest = createHash('sha256').update(body).digest('base64');
    const known = bodies.get(id);
    if (known !== undefined && known !== digest) counts.changedBodies += 1;
    if (known !== undefined) return;
    bodies.set(id, digest);
    counts.messages += 1;
    onMessage(body);
    const message = JSON.parse(body) as ReadMessage;
    if (message.notificationType) notifications.push(message.notificationType);
    const objectIds = ids.get(message.objectName ?? '') ?? new Set();
    ids.set(message.objectName ?? '', objectIds);
    for (const { fields } of message.result ?? []) {
      counts.records += 1;
      objectIds.add(String(fields[idField]));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
  return receiver;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
