import { createHmac, randomUUID } from 'node:crypto';
import { Buffer } from 'node:buffer';
import { Pool } from 'undici';
import { READ_FIELDS } from './sandbox_read.ts';

type SandboxRecord = Record<string, unknown>;

const IN_FLIGHT = 4;

/**
 * What reading and delivering costs at the least: fetch the pages, post bodies of the same shape, signed, remember
 * nothing. It loses everything when it dies; that is what it is a floor of.
 */
export async function readFloor(sandboxUrl: string, receiverUrl: string, pageSize: number): Promise<number> {
  const [provider, webhook] = [
    new Pool(sandboxUrl, { connections: 1 }),
    new Pool(new URL(receiverUrl).origin, { connections: IN_FLIGHT }),
  ];
  const path = new URL(receiverUrl).pathname;
  const secret = Buffer.from('floor');
  const running = new Set<Promise<void>>();
  let cursor: string | null = '';
  let records = 0;
  const started = performance.now();
  while (cursor !== null) {
    const query: string = `limit=${pageSize}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const { body } = await provider.request({
      method: 'GET',
      path: `/api/v1/contacts?${query}`,
      headers: { 'x-sandbox-key': 'sandbox-key' },
    });
    const page = (await body.json()) as { data: SandboxRecord[]; next_cursor: string | null };
    cursor = page.next_cursor;
    records += page.data.length;
    const posting: Promise<void> = post(webhook, path, secret, page.data).finally(() => running.delete(posting));
    running.add(posting);
    if (running.size >= IN_FLIGHT) await Promise.race(running);
  }
  await Promise.all(running);
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all([provider.close(), webhook.close()]);
  return records / seconds;
}

async function post(webhook: Pool, path: string, secret: Buffer, data: SandboxRecord[]): Promise<void> {
  const result = data.map((raw) => ({ fields: pick(raw), mappedFields: { fullName: raw['name'] }, raw }));
  const body = JSON.stringify({
    action: 'read',
    objectName: 'contacts',
    resultInfo: { type: 'inline', numRecords: data.length },
    result,
  });
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await webhook.request({
    method: 'POST',
    path,
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  });
  await answer.body.dump();
}

function pick(raw: SandboxRecord): SandboxRecord {
  return Object.fromEntries(READ_FIELDS.map((field) => [field, raw[field]]));
}
