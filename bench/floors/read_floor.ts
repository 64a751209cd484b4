import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { READ_FIELDS } from '../work/sandbox_read.ts';

type SandboxRecord = Record<string, unknown>;

const IN_FLIGHT = 8;
/** The platform's own page size and fields, and the size at which it cuts a body. */
const PAGE_SIZE = 500;
const QUERY = `limit=${PAGE_SIZE}&fields=${['id', 'updated_at', ...READ_FIELDS.slice(1), 'name'].join(',')}`;
const BODY_BYTES = 300 * 1024;

/**
 * The minimum cost of reading and delivering: fetches the same pages, posts signed bodies of the same size, stores
 * nothing. Unlike the platform it loses everything in a crash, and it changes numbers that a double cannot hold.
 */
export async function readFloor(sandboxUrl: string, receiverUrl: string): Promise<number> {
  const provider = new Pool(sandboxUrl, { connections: 1 });
  const webhook = new Pool(new URL(receiverUrl).origin, { connections: IN_FLIGHT });
  const path = new URL(receiverUrl).pathname;
  await fetch(new URL('/secret', receiverUrl), { method: 'PUT', body: `whsec_${key.toString('base64')}` });
  const running = new Set<Promise<void>>();
  let records = 0;
  const started = performance.now();
  for await (const page of pagesOf(provider)) {
    records += page.length;
    for (const body of bodiesOf(page)) {
      const posting: Promise<void> = post(webhook, path, body).finally(() => running.delete(posting));
      running.add(posting);
      if (running.size >= IN_FLIGHT) await Promise.race(running);
    }
  }
  await Promise.all(running);
  const seconds = (performance.now() - started) / 1_000;
  await Promise.all([provider.close(), webhook.close()]);
  return records / seconds;
}

async function* pagesOf(provider: Pool): AsyncGenerator<SandboxRecord[]> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/v1/contacts?${QUERY}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body } = await provider.request({ method: 'GET', path, headers: { 'x-sandbox-key': 'sandbox-key' } });
    const page = (await body.json()) as { data: SandboxRecord[]; next_cursor: string | null };
    cursor = page.next_cursor;
    yield page.data;
  }
}

function* bodiesOf(page: readonly SandboxRecord[]): Generator<string> {
  let texts: string[] = [];
  let bytes = 0;
  for (const raw of page) {
    const text = JSON.stringify({ fields: pick(raw), mappedFields: { fullName: raw['name'] }, raw });
    if (bytes + text.length > BODY_BYTES) {
      yield envelope(texts);
      [texts, bytes] = [[], 0];
    }
    texts.push(text);
    bytes += text.length + 1;
  }
  if (texts.length > 0) yield envelope(texts);
}

function envelope(texts: readonly string[]): string {
  const resultInfo = { type: 'inline', numRecords: texts.length };
  const head = JSON.stringify({ action: 'read', objectName: 'contacts', resultInfo });
  return `${head.slice(0, -1)},"result":[${texts.join(',')}]}`;
}

const key = randomBytes(32);

async function post(webhook: Pool, path: string, body: string): Promise<void> {
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const answer = await webhook.request({
    method: 'POST',
    path,
    body,
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(
        ['webhook', 'svix'].flatMap((scheme) => [
          [`${scheme}-id`, id],
          [`${scheme}-timestamp`, timestamp],
          [`${scheme}-signature`, `v1,${signature}`],
        ]),
      ),
    },
  });
  await answer.body.dump();
  if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
}

function pick(raw: SandboxRecord): SandboxRecord {
  return Object.fromEntries(READ_FIELDS.map((field) => [field, raw[field]]));
}
