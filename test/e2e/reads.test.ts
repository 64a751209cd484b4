import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Builder } from '../support/builder.ts';
import { envelopeOf, messagesOf as messagesOfOperation, recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

const RECORDS = 450;
const EPOCH = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('reads', () => {
  let stage: Stage;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;
  let installationId: string;

  beforeAll(async () => {
    stage = await startStage({ records: RECORDS, epoch: EPOCH }, { CAUSEWAY_READS_MAX_TRIES: '2' });
    ({ builder, sandbox, receiver } = stage);
    await builder.routeEvents('reads', stage.destinationId, ['read.triggered.error']);
    const id = [{ fieldName: 'id' }];
    integrationId = await builder.deploy({
      name: 'on-demand',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            destination: 'main',
            requiredFields: id,
            optionalFields: [
              { fieldName: 'email' },
              { fieldName: 'city', mapToName: 'address.town' },
              { mapToName: 'phase', prompt: 'Which?' },
            ],
          },
          { objectName: 'companies', destination: 'main', requiredFields: id },
          { objectName: 'deals', destination: 'main', requiredFields: id, optionalFieldsAuto: 'all' },
        ],
      },
    });
    await builder.connect(sandbox, 'g');
    installationId = await builder.installed(integrationId, 'g', {
      contacts: { selectedFields: { email: true, city: true }, selectedFieldMappings: { phase: 'stage' } },
      companies: { disabled: true },
      deals: { selectedFieldsAuto: 'all' },
    });
  });

  afterEach(() => sandbox.control.clearFaults());
  afterAll(() => stage.stop());

  const messagesOf = (operationId: string) => messagesOfOperation(receiver, operationId);
  const idsOf = (operationId: string) => recordIdsOf(receiver, operationId);
  const logTexts = async (id: string) =>
    (await builder.logs(id)).map(({ message: { msg, error = '' } }) => `${msg} ${error}`);
  const triggered = (body: object, object = 'person') =>
    builder.read('POST', `/integrations/${integrationId}/objects/${object}`, body);

  async function delivered(operationId: string, count: number): Promise<string[]> {
    await receiver.waitFor(() => new Set(idsOf(operationId)).size >= count, 15_000);
    return idsOf(operationId);
  }

  describe('on demand', () => {
    it('return 201 with the operation at once, with the correct state while it runs and after', async () => {
      sandbox.control.addFault({ kind: 'slow', object: 'contacts', delayMs: 400 });
      const answer = await triggered({ groupRef: 'g', mode: 'async', sinceTimestamp: '2020-01-01T00:00:00Z' });
      expect([answer.status, Object.keys(answer.body)]).toEqual([201, ['operationId']]);
      const id = String(answer.body['operationId']);
      const running = await builder.getOperation(id);
      expect(running).toMatchObject({
        id,
        status: 'in_progress',
        actionType: 'read',
        integrationId,
        installationId,
        projectId: stage.platform.ready.project.id,
        metadata: { objects: ['person'], progress: { objectName: 'person', recordsProcessed: 0 } },
      });
      await eventually(async () =>
        expect((await logTexts(id)).join()).toContain('Started: reading changes since 2020-01-01T00:00:00.000Z'),
      );
      const over = await builder.finished(id);
      expect(over).toMatchObject({
        status: 'success',
        result: `[person] ${RECORDS} records read`,
        metadata: { progress: { recordsProcessed: RECORDS, recordsEstimatedTotal: RECORDS } },
      });
      const texts = (await logTexts(id)).join('\n');
      for (const text of ['Queued.', 'records.', `Finished: [person] ${RECORDS} records read`])
        expect(texts).toContain(text);
      expect(new Set(await delivered(id, RECORDS)).size).toBe(RECORDS);
    });

    it('deliver the documented envelope', async () => {
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      await delivered(id, RECORDS);
      const [first] = messagesOf(id).map(envelopeOf);
      expect(first).toMatchObject({
        action: 'read',
        readType: 'triggered',
        projectId: stage.platform.ready.project.id,
        provider: 'sandbox',
        groupRef: 'g',
        groupName: 'g',
        consumerRef: 'person',
        consumerName: 'person',
        installationId,
        operationId: id,
        objectName: 'person',
        rawObjectName: 'contacts',
        resultInfo: { type: 'inline', numRecords: first?.result?.length },
      });
      expect(iso(Date.parse(String(first?.['installationUpdateTime'])))).toBe(first?.['installationUpdateTime']);
      expect(Date.parse(String(first?.['operationTime']))).toBeGreaterThan(0);
      const record = first?.result?.[0];
      expect(Object.keys(record?.fields ?? {}).sort()).toEqual(['email', 'id']);
      expect(record?.mappedFields).toMatchObject({ phase: expect.any(String) });
      expect(JSON.stringify(record?.mappedFields)).toContain(String(record?.raw['city']));
      expect(record?.raw).toMatchObject({
        id: record?.fields['id'],
        city: expect.any(String),
        stage: record?.mappedFields['phase'],
      });
    });

    it('number the messages of an installation and object without a gap', async () => {
      await builder.finished(await builder.trigger(integrationId, 'contacts', 'g'));
      await eventually(async () => {
        const sequences = [
          ...new Set(
            receiver.messages
              .map(envelopeOf)
              .filter(({ installationId: of, objectName }) => of === installationId && objectName === 'person')
              .map(({ sequence }) => sequence),
          ),
        ].sort((a, b) => a - b);
        expect(sequences).toEqual(sequences.map((_, i) => (sequences[0] ?? 0) + i));
      });
    });

    it('read only records that were updated between two times', async () => {
      const [since, until] = [EPOCH - 40 * DAY, EPOCH - 20 * DAY];
      const id = await builder.trigger(integrationId, 'person', 'g', {
        sinceTimestamp: iso(since),
        untilTimestamp: iso(until),
      });
      const {
        metadata: {
          progress: { recordsProcessed },
        },
      } = await builder.finished(id);
      expect(recordsProcessed).toBeGreaterThan(RECORDS / 6);
      expect(recordsProcessed).toBeLessThan(RECORDS / 3);
      expect(await delivered(id, recordsProcessed)).toHaveLength(recordsProcessed);
    });

    it('report when there is nothing, and send nothing', async () => {
      const id = await builder.trigger(integrationId, 'person', 'g', {
        sinceTimestamp: '2026-06-01T00:00:00.123456789Z',
      });
      expect(await builder.finished(id)).toMatchObject({ status: 'success', result: '[person] No new data found' });
      expect(messagesOf(id)).toEqual([]);
    });

    it.each<[string, object, string]>([
      ['an invalid time', { sinceTimestamp: 'yesterday' }, 'sinceTimestamp'],
      ['a date that does not exist', { sinceTimestamp: '2026-02-30T00:00:00Z' }, 'sinceTimestamp'],
      ['a time without a zone', { untilTimestamp: '2026-01-01T00:00:00' }, 'untilTimestamp'],
      [
        'times the wrong way round',
        { sinceTimestamp: '2026-01-02T00:00:00Z', untilTimestamp: '2026-01-01T00:00:00Z' },
        'sinceTimestamp',
      ],
      ['another mode', { mode: 'sync' }, 'mode'],
      ['an unknown group', { groupRef: 'nobody' }, 'groupRef'],
      ['no group', { groupRef: undefined }, 'groupRef'],
      ['an unknown key', { since: '2026-01-02T00:00:00Z' }, 'since'],
    ])('refuse %s', async (_what, fault, name) => {
      const answer = await triggered({ groupRef: 'g', mode: 'async', ...fault });
      expect([answer.status, answer.type]).toEqual([400, 'application/problem+json']);
      expect(JSON.stringify(answer.body['issues'])).toContain(name);
    });

    it('refuse an unknown object, a disabled one, and a missing integration', async () => {
      expect((await triggered({ groupRef: 'g', mode: 'async' }, 'leads')).status).toBe(400);
      const disabled = await triggered({ groupRef: 'g', mode: 'async' }, 'companies');
      expect([disabled.status, disabled.text]).toEqual([400, expect.stringContaining('disabled')]);
      const path = '/integrations/01900000-0000-7000-8000-000000000000/objects/contacts';
      expect((await builder.read('POST', path, { groupRef: 'g', mode: 'async' })).status).toBe(404);
    });

    it('queue ten behind one, and ask the eleventh to retry later', async () => {
      sandbox.control.addFault({ kind: 'slow', object: 'deals', delayMs: 3_000 });
      const trigger = () => builder.trigger(integrationId, 'deals', 'g', { sinceTimestamp: '2026-06-01T00:00:00Z' });
      const ids = [await trigger(), ...(await Promise.all(Array.from({ length: 10 }, trigger)))];
      const refused = await triggered({ groupRef: 'g', mode: 'async' }, 'deals');
      expect(refused).toMatchObject({ status: 409, body: { retryable: true, retryAfter: expect.any(String) } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await logTexts(ids[10] ?? '')).join()).toContain('Waiting for another operation');
      for (const id of ids) expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    });

    it('list operations in pages, newest first', async () => {
      const path = `/integrations/${integrationId}/installations/${installationId}/operations`;
      const all = (await builder.listOperations(integrationId, installationId)).map(({ id }) => id);
      const ids: string[] = [];
      for (let token = ''; ; ) {
        const page = await builder.get<{
          results: { id: string }[];
          pagination: { done: boolean; nextPageToken?: string };
        }>(`${path}?pageSize=4${token && `&pageToken=${encodeURIComponent(token)}`}`);
        ids.push(...page.results.map(({ id }) => id));
        expect(page.pagination.nextPageToken === undefined).toBe(page.pagination.done);
        token = page.pagination.nextPageToken ?? '';
        if (page.pagination.done) break;
      }
      expect(ids).toEqual(all);
      expect((await builder.call('GET', `${path}?pageSize=0`)).status).toBe(400);
      expect((await builder.call('GET', `${path}?pageToken=garbage`)).status).toBe(400);
    });
  });

  describe('when the provider fails', () => {
    it('wait as long as a 429 demands, and continue where they were', async () => {
      sandbox.control.addFault({ kind: '429', object: 'contacts', retryAfter: 1 });
      const started = Date.now();
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      expect(await builder.finished(id)).toMatchObject({
        status: 'success',
        metadata: { progress: { recordsProcessed: RECORDS } },
      });
      expect(Date.now() - started).toBeGreaterThan(900);
      expect((await logTexts(id)).join('\n')).toMatch(/Trying again in 1 s.*429/);
      expect(new Set(await delivered(id, RECORDS)).size).toBe(RECORDS);
    });

    it.each(['500', 'cut', 'invalid-json', 'drop-connection'] as const)('survive a %s', async (kind) => {
      sandbox.control.addFault({ kind, object: 'contacts' });
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      expect(await builder.finished(id)).toMatchObject({
        status: 'success',
        metadata: { progress: { recordsProcessed: RECORDS } },
      });
      expect((await logTexts(id)).join('\n')).toContain('Trying again');
      expect(new Set(await delivered(id, RECORDS)).size).toBe(RECORDS);
    });

    it('accept a page that is shorter than requested', async () => {
      sandbox.control.addFault({ kind: 'short-page', object: 'contacts', times: 3 });
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      expect(await builder.finished(id)).toMatchObject({
        status: 'success',
        metadata: { progress: { recordsProcessed: RECORDS } },
      });
    });

    it('show the error while they wait', async () => {
      sandbox.control.addFault({ kind: '429', object: 'deals', retryAfter: 2 });
      const id = await builder.trigger(integrationId, 'deals', 'g', { sinceTimestamp: '2026-06-01T00:00:00Z' });
      await eventually(async () => expect((await logTexts(id)).join('\n')).toContain('Trying again'));
      expect(await builder.getOperation(id)).toMatchObject({ status: 'in_progress' });
      expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    });
  });

  it('stop at a provider with an endless loop of cursors, and name the fault', async () => {
    sandbox.control.addFault({ kind: 'repeat-cursor', object: 'contacts', times: 100 });
    const small = await builder.deploy({
      name: 'circles',
      read: {
        objects: [
          {
            objectName: 'contacts',
            destination: 'main',
            requiredFields: [{ fieldName: 'id' }],
            delivery: { mode: 'onRequest', pageSize: 50 },
          },
        ],
      },
    });
    await builder.installed(small, 'g', { contacts: {} });
    const id = await builder.trigger(small, 'contacts', 'g');
    expect(await builder.finished(id)).toMatchObject({
      status: 'failure',
      result: expect.stringMatching(/repeated a page|same page twice/),
    });
    await receiver.waitFor(() => receiver.notifications('read.triggered.error').length > 0, 10_000);
  });

  it('verified every message, and never saw one id with two bodies', () => {
    expect(receiver.rejected).toEqual([]);
    receiver.checkSameIdSameBody();
  });
});
