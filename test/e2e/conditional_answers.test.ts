import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { succeeded } from '../support/builder.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { eventually } from '../support/eventually.ts';
import { request } from '../support/platform.ts';
import { type Stage, startStage } from '../support/stage.ts';

const RECORDS = 3;

/** Every operation that declares that its answer may be 304. */
const CONDITIONAL: Operation[] = operationsOf(loadDocument()).filter(({ isConditional }) => isConditional);

describe('an answer to a page that has one already', () => {
  let stage: Stage;
  let ids: Record<string, string>;
  beforeAll(async () => {
    stage = await startStage({ records: RECORDS });
    const { builder, sandbox } = stage;
    await builder.connect(sandbox, 'acme');
    const fields = { requiredFields: [{ fieldName: 'id' }], destination: 'main' };
    const integrationId = await builder.deploy({
      name: 'in',
      read: {
        objects: [{ objectName: 'contacts', ...fields, backfill: { defaultPeriod: { fullHistory: true } } }],
      },
    });
    const installationId = await builder.installed(integrationId, 'acme', { contacts: {} });
    const [operation] = await builder.allFinished(integrationId, installationId, 1);
    const deliveries = () => builder.get<{ results: { id: string }[] }>('/deliveries?state=delivered');
    await eventually(async () => expect((await deliveries()).results).not.toEqual([]));
    const since = { since: '2026-01-01T00:00:00Z' };
    const recovery = succeeded<{ id: string }>(await builder.call('POST', '/destinations/main:recover', since));
    ids = {
      recoveryId: recovery.id,
      projectIdOrName: stage.platform.ready.project.name,
      integrationIdOrName: integrationId,
      integrationId,
      installationId,
      operationId: operation?.id ?? '',
      deliveryId: (await deliveries()).results[0]?.id ?? '',
      destination: 'main',
      objectName: 'contacts',
    };
  });
  afterAll(() => stage.stop());

  const named = (id: string) => CONDITIONAL.find(({ operationId }) => operationId === id) as Operation;
  const pathOf = ({ base, path }: Operation) =>
    base + path.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? `no-${name}`);
  const ask = async (operation: Operation, tag = '') => {
    const headers = { 'x-api-key': stage.platform.ready.apiKey, ...(tag && { 'if-none-match': tag }) };
    const answer = await request(stage.platform.origin, 'GET', pathOf(operation), { headers });
    checkDeclared('GET', pathOf(operation), answer);
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: answer.text };
  };

  it('is conditional for every list and detail that the console shows', () => {
    expect(CONDITIONAL.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['listOperationsForProject', 'listInstallationsForProject', 'getDelivery']),
    );
    expect(CONDITIONAL.every(({ method }) => method === 'get')).toBe(true);
  });

  it('has no tag when it is a problem', async () => {
    const path = pathOf(named('getDelivery')).replace(ids['deliveryId'] ?? '', 'none');
    const answer = await request(stage.platform.origin, 'GET', path, {
      headers: { 'x-api-key': stage.platform.ready.apiKey },
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([404, null]);
  });

  it.each(CONDITIONAL.map((operation) => [operation.operationId, operation] as const))(
    '%s is 304 while nothing changes, and has no body',
    async (_id, operation) => {
      const first = await ask(operation);
      expect(first.tag).not.toBe('');
      await eventually(async () => {
        const { status, tag } = await ask(operation, first.tag);
        expect(status).toBe(200);
        expect(tag).not.toBe('');
        expect(await ask(operation, tag)).toEqual({ status: 304, tag, text: '' });
      });
    },
  );

  it('has the tag of its request for a caller that holds none', async () => {
    const topics = named('listTopics');
    for (const tag of ['', '""']) await ask(topics, tag); // now it is known which services it asks
    const headers = { 'x-api-key': stage.platform.ready.apiKey };
    const { headers: answered } = await request(stage.platform.origin, 'GET', pathOf(topics), { headers });
    expect(answered.get('etag')).toBe(`"${answered.get('x-request-id')}"`);
  });

  it('is made again after a change', async () => {
    const topics = named('listTopics');
    await ask(topics, '""');
    const { tag } = await ask(topics, '""');
    expect(await ask(topics, tag)).toMatchObject({ status: 304 });
    succeeded(await stage.builder.call('POST', '/topics', { name: 'news' }));
    await eventually(async () => {
      const now = await ask(topics, tag);
      expect(now.status).toBe(200);
      expect(now.text).toContain('"news"');
    });
  });
});
