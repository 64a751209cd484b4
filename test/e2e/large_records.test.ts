import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Builder } from '../support/builder.ts';
import { type Envelope, envelopeOf, messagesOf as messagesOfOperation, recordIdsOf } from '../support/envelopes.ts';
import { request, type TestPlatform } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

const iso = (ms: number) => new Date(ms).toISOString();

describe('large records', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: 5 });
    ({ platform, builder, sandbox, receiver } = stage);
    const deals = {
      objectName: 'deals',
      destination: 'main',
      requiredFields: [{ fieldName: 'id' }],
      optionalFieldsAuto: 'all',
    };
    integrationId = await builder.deploy({ name: 'large', read: { objects: [deals] } });
    await builder.connect(sandbox, 'g');
    await builder.installed(integrationId, 'g', { deals: { selectedFieldsAuto: 'all' } });
  });

  afterAll(() => stage.stop());

  const messagesOf = (operationId: string) => messagesOfOperation(receiver, operationId);

  async function delivered(operationId: string, count: number): Promise<string[]> {
    await receiver.waitFor(() => new Set(recordIdsOf(receiver, operationId)).size >= count, 15_000);
    return recordIdsOf(receiver, operationId);
  }

  it('split a page into messages of at most 300 KB', async () => {
    sandbox.control.addRecords('deals', 30, { notes: 'ø'.repeat(20_000) });
    const id = await builder.trigger(integrationId, 'deals', 'g', { sinceTimestamp: iso(Date.now() - 600_000) });
    expect(await delivered(id, 30)).toHaveLength(30);
    const sizes = messagesOf(id).map(({ body }) => Buffer.byteLength(body));
    expect(sizes.length).toBeGreaterThan(4);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(300 * 1024);
    expect(
      messagesOf(id)
        .map(envelopeOf)
        .every(({ resultInfo, result }) => resultInfo.numRecords === result?.length),
    ).toBe(true);
  });

  it('are served at a signed address from 300 KB on', async () => {
    const [huge = ''] = sandbox.control.addRecords('deals', 1, { notes: 'x'.repeat(400_000) });
    const id = await builder.trigger(integrationId, 'deals', 'g', { sinceTimestamp: iso(Date.now() - 600_000) });
    await receiver.waitFor(
      () => messagesOf(id).some((message) => envelopeOf(message).resultInfo.type === 'url'),
      15_000,
    );
    const message = messagesOf(id)
      .map(envelopeOf)
      .find(({ resultInfo }) => resultInfo.type === 'url');
    expect(message?.resultInfo).toEqual({
      type: 'url',
      numRecords: 1,
      downloadUrl: expect.stringMatching(`^${platform.origin}/v1/results/`),
    });
    expect(message).not.toHaveProperty('result');
    const { body } = await request('', 'GET', message?.resultInfo.downloadUrl ?? '');
    const [record, ...others] = body as unknown as NonNullable<Envelope['result']>;
    expect([record?.raw['id'], String(record?.fields['notes']).length, others]).toEqual([huge, 400_000, []]);
  });

  it('are served even if they are far larger than any message between services', async () => {
    const [huge = ''] = sandbox.control.addRecords('deals', 1, { notes: 'ÿ'.repeat(2_000_000) });
    const id = await builder.trigger(integrationId, 'deals', 'g', { sinceTimestamp: iso(Date.now() - 600_000) });
    expect(await builder.finished(id, 30_000)).toMatchObject({ status: 'success' });
    const urls = () => messagesOf(id).flatMap((message) => envelopeOf(message).resultInfo.downloadUrl ?? []);
    await receiver.waitFor(() => urls().length === 2, 15_000);
    const results = (await Promise.all(urls().map(async (url) => (await fetch(url)).json()))) as NonNullable<
      Envelope['result']
    >[];
    const found = results.map(([record]) => record?.raw).find((raw) => raw?.['id'] === huge);
    expect(String(found?.['notes']).length).toBe(2_000_000);
  });

  it('are not served for another signature, another message, or after the expiry', async () => {
    const { resultInfo } = receiver.messages
      .map(envelopeOf)
      .find(({ resultInfo: info }) => info?.type === 'url') as Envelope;
    const good = new URL(resultInfo.downloadUrl ?? '');
    const forged = new URL(good);
    forged.searchParams.set('signature', `${good.searchParams.get('signature')?.slice(0, -1)}_`);
    const other = new URL(good);
    other.pathname = '/v1/results/01900000-0000-7000-8000-000000000000';
    const ask = (url: URL) => request('', 'GET', url.href);
    const answers = [await ask(forged), await ask(other)];
    const db = openDatabase(platform.databaseUrl('reads'));
    expect(
      await db('message_results')
        .where({ project_id: platform.ready.project.id })
        .update({ download_until: Date.now() - 1 }),
    ).toBeGreaterThan(0);
    await db.destroy();
    answers.push(await ask(good));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(answers.map(({ body }) => body['detail'])).size).toBe(1);
    const unsigned = new URL(good);
    unsigned.search = '';
    expect((await ask(unsigned)).status).toBe(400);
  });
});
