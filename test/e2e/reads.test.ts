import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { recordId } from '../../sandbox/records.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { envelopeOf, messagesOf as messagesOfOperation, recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver, type ReceivedMessage, type Receiver } from '../support/webhook_receiver.ts';

const RECORDS = 450;
const EPOCH = Date.UTC(2026, 0, 1);
const DAY = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('reads', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;
  let installationId: string;
  let scheduledId: string;
  let scheduledInstallationId: string;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: RECORDS, epoch: EPOCH }),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_READS_SCHEDULER_POLL: '100', CAUSEWAY_READS_MAX_TRIES: '2' }),
    ]);
    builder = aBuilder(platform);
    const destinationId = await builder.addDestination('main', receiver);
    await builder.routeEvents('reads', destinationId, ['read.schedule.paused', 'read.triggered.error']);
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
    scheduledId = await builder.deploy({
      name: 'scheduled',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            destination: 'main',
            schedule: '*/10 * * * *',
            requiredFields: id,
          },
          { objectName: 'companies', destination: 'main', schedule: '*/10 * * * *', requiredFields: id },
        ],
      },
    });
    await builder.connect(sandbox, 'g');
    installationId = await builder.installed(integrationId, 'g', {
      contacts: { selectedFields: { email: true, city: true }, selectedFieldMappings: { phase: 'stage' } },
      companies: { disabled: true },
      deals: { selectedFieldsAuto: 'all' },
    });
    scheduledInstallationId = await builder.installed(scheduledId, 'g', { contacts: {}, companies: {} });
  }, 60_000);

  afterEach(() => sandbox.control.clearFaults());
  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

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
    it('answers 201 with the operation at once, and tells the truth while it runs and after', async () => {
      sandbox.control.addFault({ kind: 'slow', object: 'contacts', delayMs: 800 });
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
        projectId: platform.ready.project.id,
        metadata: { objects: ['person'], progress: { objectName: 'person', recordsProcessed: 0 } },
      });
      await eventually(async () =>
        expect((await logTexts(id)).join()).toContain('Started: reading what changed since 2020-01-01T00:00:00.000Z'),
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

    it('delivers the documented envelope', async () => {
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      await delivered(id, RECORDS);
      const [first] = messagesOf(id).map(envelopeOf);
      expect(first).toMatchObject({
        action: 'read',
        readType: 'triggered',
        projectId: platform.ready.project.id,
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

    it('numbers the messages of an installation and object without a gap', async () => {
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

    it('reads what was updated between two moments, and no more', async () => {
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

    it('says so when there is nothing, and sends nothing', async () => {
      const id = await builder.trigger(integrationId, 'person', 'g', {
        sinceTimestamp: '2026-06-01T00:00:00.123456789Z',
      });
      expect(await builder.finished(id)).toMatchObject({ status: 'success', result: '[person] No new data found' });
      expect(messagesOf(id)).toEqual([]);
    });

    it.each<[string, object, string]>([
      ['a time that is none', { sinceTimestamp: 'yesterday' }, 'sinceTimestamp'],
      ['a day that is not in the calendar', { sinceTimestamp: '2026-02-30T00:00:00Z' }, 'sinceTimestamp'],
      ['a time without a zone', { untilTimestamp: '2026-01-01T00:00:00' }, 'untilTimestamp'],
      [
        'times the wrong way round',
        { sinceTimestamp: '2026-01-02T00:00:00Z', untilTimestamp: '2026-01-01T00:00:00Z' },
        'sinceTimestamp',
      ],
      ['another mode', { mode: 'sync' }, 'mode'],
      ['an unknown group', { groupRef: 'nobody' }, 'groupRef'],
      ['no group', { groupRef: undefined }, 'groupRef'],
      ['a key that nobody knows', { since: '2026-01-02T00:00:00Z' }, 'since'],
    ])('refuses %s', async (_what, fault, name) => {
      const answer = await triggered({ groupRef: 'g', mode: 'async', ...fault });
      expect([answer.status, answer.type]).toEqual([400, 'application/problem+json']);
      expect(JSON.stringify(answer.body['issues'])).toContain(name);
    });

    it('refuses an unknown object, a disabled one, and an integration that is not there', async () => {
      expect((await triggered({ groupRef: 'g', mode: 'async' }, 'leads')).status).toBe(400);
      const disabled = await triggered({ groupRef: 'g', mode: 'async' }, 'companies');
      expect([disabled.status, disabled.text]).toEqual([400, expect.stringContaining('disabled')]);
      const path = '/integrations/01900000-0000-7000-8000-000000000000/objects/contacts';
      expect((await builder.read('POST', path, { groupRef: 'g', mode: 'async' })).status).toBe(404);
    });

    it('lets ten wait behind one, and asks the eleventh to come again', async () => {
      sandbox.control.addFault({ kind: 'slow', object: 'deals', delayMs: 6_000 });
      const since = { sinceTimestamp: '2026-06-01T00:00:00Z' };
      const ids = [await builder.trigger(integrationId, 'deals', 'g', since)];
      for (let n = 0; n < 10; n += 1) ids.push(await builder.trigger(integrationId, 'deals', 'g', since));
      const refused = await triggered({ groupRef: 'g', mode: 'async' }, 'deals');
      expect(refused).toMatchObject({ status: 409, body: { retryable: true, retryAfter: expect.any(String) } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await logTexts(ids[10] ?? '')).join()).toContain('Waiting for another operation');
      for (const id of ids) expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    });

    it('lists operations in pages, newest first', async () => {
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
    it('waits as long as a 429 asks, and goes on where it was', async () => {
      sandbox.control.addFault({ kind: '429', object: 'contacts', retryAfter: 2 });
      const started = Date.now();
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      expect(await builder.finished(id)).toMatchObject({
        status: 'success',
        metadata: { progress: { recordsProcessed: RECORDS } },
      });
      expect(Date.now() - started).toBeGreaterThan(1_900);
      expect((await logTexts(id)).join('\n')).toMatch(/Trying again in 2 s.*429/);
      expect(new Set(await delivered(id, RECORDS)).size).toBe(RECORDS);
    });

    it.each(['500', 'cut', 'invalid-json', 'drop-connection'] as const)('survives a %s', async (kind) => {
      sandbox.control.addFault({ kind, object: 'contacts' });
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      expect(await builder.finished(id)).toMatchObject({
        status: 'success',
        metadata: { progress: { recordsProcessed: RECORDS } },
      });
      expect((await logTexts(id)).join('\n')).toContain('Trying again');
      expect(new Set(await delivered(id, RECORDS)).size).toBe(RECORDS);
    });

    it('takes a page that is shorter than asked for as it is', async () => {
      sandbox.control.addFault({ kind: 'short-page', object: 'contacts', times: 3 });
      const id = await builder.trigger(integrationId, 'contacts', 'g');
      expect(await builder.finished(id)).toMatchObject({
        status: 'success',
        metadata: { progress: { recordsProcessed: RECORDS } },
      });
    });

    it('shows what went wrong while it waits', async () => {
      sandbox.control.addFault({ kind: '429', object: 'deals', retryAfter: 3 });
      const id = await builder.trigger(integrationId, 'deals', 'g', { sinceTimestamp: '2026-06-01T00:00:00Z' });
      await eventually(async () => expect((await logTexts(id)).join('\n')).toContain('Trying again'));
      expect(await builder.getOperation(id)).toMatchObject({ status: 'in_progress' });
      expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    });
  });

  describe('by schedule', () => {
    it('start by themselves when they are due, with what is new', async () => {
      await due('contacts');
      const [first] = await builder.allFinished(scheduledId, scheduledInstallationId, 1);
      expect(first).toMatchObject({ status: 'success', result: '[person] No new data found' });
      const [added = ''] = sandbox.control.addRecords('contacts', 1);
      await due('contacts');
      const [second] = await builder.allFinished(scheduledId, scheduledInstallationId, 2);
      expect(await delivered(second?.id ?? '', 1)).toEqual([added]);
      expect(envelopeOf(messagesOf(second?.id ?? '')[0] as ReceivedMessage)).toMatchObject({
        readType: 'scheduled',
        objectName: 'person',
      });
    });

    it('do not start while paused, tell once, and start again when unpaused', async () => {
      const path = `/integrations/${scheduledId}/installations/${scheduledInstallationId}`;
      const before = (await builder.listOperations(scheduledId, scheduledInstallationId)).length;
      expect((await builder.read('POST', `${path}:pause`, { objects: ['person'], note: 'Moving house.' })).status).toBe(
        204,
      );
      expect((await builder.read('POST', `${path}:pause`, { objects: ['contacts'] })).status).toBe(204);
      await due('contacts');
      await sleep(500);
      expect(await builder.listOperations(scheduledId, scheduledInstallationId)).toHaveLength(before);
      await builder.finished(
        await builder.trigger(scheduledId, 'contacts', 'g', { sinceTimestamp: '2026-06-01T00:00:00Z' }),
      );
      expect((await builder.read('POST', `${path}:unpause`)).status).toBe(204);
      expect((await builder.read('POST', `${path}:unpause`, {})).status).toBe(204);
      await due('contacts');
      await builder.allFinished(scheduledId, scheduledInstallationId, before + 2);
      await receiver.waitFor(() => receiver.notifications('read.schedule.paused').length > 0, 10_000);
      expect(receiver.notifications('read.schedule.paused')).toEqual([
        {
          notificationType: 'read.schedule.paused',
          data: expect.objectContaining({
            installationId: scheduledInstallationId,
            groupRef: 'g',
            error: 'Moving house.',
            config: expect.objectContaining({ provider: 'sandbox' }),
          }),
        },
      ]);
    });

    it('pause all objects when none is named, and refuse one that is not read', async () => {
      const path = `/integrations/${scheduledId}/installations/${scheduledInstallationId}`;
      expect((await builder.read('POST', `${path}:pause`)).status).toBe(204);
      const before = (await builder.listOperations(scheduledId, scheduledInstallationId)).length;
      await due('contacts');
      await due('companies');
      await sleep(500);
      expect(await builder.listOperations(scheduledId, scheduledInstallationId)).toHaveLength(before);
      expect((await builder.read('POST', `${path}:pause`, { objects: ['leads'] })).status).toBe(400);
      const absent = `/integrations/${scheduledId}/installations/01900000-0000-7000-8000-000000000000`;
      expect((await builder.read('POST', `${absent}:pause`)).status).toBe(404);
      expect((await builder.read('POST', `${path}:unpause`)).status).toBe(204);
    });

    /** The least gap of a schedule is ten minutes; a test moves the clock hand instead of waiting. */
    async function due(objectName: string): Promise<void> {
      const db = openDatabase(platform.databaseUrl('reads'));
      const row = { installation_id: scheduledInstallationId, object_name: objectName };
      await eventually(async () =>
        expect(
          await db('schedules')
            .where(row)
            .update({ next_time: Date.now() - 1 }),
        ).toBe(1),
      );
      await db.destroy();
    }
  });

  it('delivers what changed while the backfill ran', async () => {
    const whole = await builder.deploy({
      name: 'whole',
      read: {
        objects: [
          {
            objectName: 'companies',
            destination: 'main',
            schedule: '*/10 * * * *',
            requiredFields: [{ fieldName: 'id' }, { fieldName: 'city' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
        ],
      },
    });
    sandbox.control.addFault({ kind: 'slow', object: 'companies', delayMs: 700 });
    const installation = await builder.installed(whole, 'g', { companies: {} }, { query: '?skipSampling=true' });
    await eventually(async () => expect(await builder.listOperations(whole, installation)).toHaveLength(1));
    expect(await builder.get(`/integrations/${whole}/installations/${installation}`)).toMatchObject({
      id: installation,
    });
    sandbox.control.updateRecord('companies', recordId('companies', 0), { city: 'Changed meanwhile' });
    const [backfill] = await builder.allFinished(whole, installation, 1);
    expect(await delivered(backfill?.id ?? '', RECORDS)).toHaveLength(RECORDS);
    const db = openDatabase(platform.databaseUrl('reads'));
    await db('schedules')
      .where({ installation_id: installation })
      .update({ next_time: Date.now() - 1 });
    await db.destroy();
    await builder.allFinished(whole, installation, 2);
    // By the backfill, when the change came before its page was answered: the scheduled read then leaves it out.
    const isChanged = ({ body }: { body: string }) => body.includes('Changed meanwhile');
    await receiver.waitFor((messages) => messages.some(isChanged), 15_000);
    expect(receiver.messages.filter(isChanged)).toHaveLength(1);
  });

  it('gives up on a provider that leads in circles, and names the fault', async () => {
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
