import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds, until } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

const TRIGGER = { sinceTimestamp: '', untilTimestamp: '' };

forEachEngine((engine) => {
  describe('a read', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture;
    let plan = aReadPlan();
    const trigger = (given = {}) =>
      reads.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        groupRef: 'acme',
        objectName: 'person',
        ...TRIGGER,
        ...given,
      });
    const operation = (id: string) => reads.useCases.getOperation(plan.projectId, id);

    beforeEach(async () => {
      for (const table of [
        'schedules',
        'operations',
        'operation_logs',
        'messages',
        'message_results',
        'outbox',
        'outbox_acks',
        'inbox',
      ]) {
        await db()(table).del();
      }
      plan = aReadPlan();
      reads = await readsFixture(db(), { plans: [plan] });
    });
    afterEach(() => reads.stop());

    it('puts every record of every page into messages, in order, with a sequence', async () => {
      const id = await trigger();
      reads.startWorker();
      await until(async () => (await operation(id)).state === 'success');
      const messages = await reads.messages();
      expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
      expect(new Set(recordIds(messages)).size).toBe(250);
      expect(await operation(id)).toMatchObject({
        result: '[person] 250 records read',
        recordsProcessed: 250,
        recordsEstimatedTotal: 250,
      });
    });

    it('renders the documented envelope', async () => {
      const id = await trigger({ sinceTimestamp: '2025-01-01T00:00:00Z' });
      await reads.runDue();
      const [first] = await reads.messages();
      const { result, ...head } = first?.body ?? {};
      expect(head).toEqual({
        action: 'read',
        readType: 'triggered',
        projectId: plan.projectId,
        provider: 'sandbox',
        workspace: 'w-1',
        groupRef: 'acme',
        groupName: 'Acme Inc.',
        consumerRef: 'ada',
        consumerName: 'Ada Lovelace',
        installationId: plan.installationId,
        installationUpdateTime: new Date(plan.installationUpdateTime).toISOString(),
        operationId: id,
        operationTime: expect.stringMatching(/Z$/),
        objectName: 'person',
        rawObjectName: 'contacts',
        sequence: 1,
        resultInfo: { type: 'inline', numRecords: 100 },
      });
      expect(Object.keys((result as object[])[0] ?? {})).toEqual(['fields', 'mappedFields', 'raw']);
    });

    it('keeps numbers that a double cannot hold', async () => {
      Object.assign(plan, {
        selectionJson: JSON.stringify({
          selectedFields: ['precise_number'],
          selectAll: false,
          mappings: [{ mapToName: 'number', fieldName: 'big_number' }],
        }),
      });
      await trigger();
      await reads.runDue();
      const [first] = await reads.messages();
      const record = first?.text.slice(first.text.indexOf('"result":[') + 10, first.text.indexOf('},{"fields"'));
      expect(record).toMatch(
        /^\{"fields":\{"precise_number":0\.\d{17,}\},"mappedFields":\{"number":12345678901234567890\}/,
      );
      expect(record).toMatch(
        /"raw":.*"precise_number":0\.\d{17,}.*"big_number":12345678901234567890|"raw":.*"big_number":12345678901234567890.*"precise_number":0\.\d{17,}/,
      );
    });

    it('sends an event for each page and for the end', async () => {
      const id = await trigger({ sinceTimestamp: '2025-01-01T00:00:00.5Z' });
      await reads.runDue();
      const pages = await reads.events('read.page.committed');
      const messages = await reads.messages();
      expect(pages.flatMap(({ messageIds }) => messageIds)).toEqual(messages.map((message) => message.id));
      expect(pages[0]).toMatchObject({
        operationId: id,
        destinationName: 'crm-webhook',
        objectName: 'person',
        groupRef: 'acme',
      });
      expect(await reads.events('read.triggered.done')).toEqual([
        expect.objectContaining({
          objectName: 'person',
          integrationName: 'contacts-in',
          consumerName: 'Ada Lovelace',
          fromTimestamp: '2025-01-01T00:00:00.500Z',
        }),
      ]);
      expect((await reads.events('operation.changed')).map(({ status }) => status)).toEqual(['in_progress', 'success']);
    });

    it('writes what it did to its log', async () => {
      const id = await trigger();
      await reads.runDue();
      const lines = await reads.useCases.listOperationLogs(plan.projectId, id);
      expect(lines.map(({ msg }) => msg)).toEqual([
        'Queued.',
        'Started: reading everything.',
        'Page 1: 100 records.',
        'Page 2: 100 records.',
        'Page 3: 50 records.',
        'Finished: [person] 250 records read',
        'Total: 250 records on 3 pages; 0 delivered, 0 undeliverable, 250 pending.',
      ]);
    });

    it('W13: shows the lines in the order of their time, what came after the totals below them', async () => {
      const id = await trigger();
      await reads.runDue();
      const { updateTime: ended } = await operation(id);
      const late = { id: newId(), time: ended + 137, severity: 'WARNING' as const, msg: 'Records are held.' };
      await sqlStores(db()).logs.add(plan.projectId, id, [late]);
      const lines = await reads.useCases.listOperationLogs(plan.projectId, id);
      expect(lines.map(({ time }) => time)).toEqual(lines.map(({ time }) => time).toSorted((a, b) => a - b));
      expect(lines.slice(-2).map(({ msg }) => msg)).toEqual([expect.stringMatching(/^Total: /), 'Records are held.']);
    });

    it('sends nothing when there is nothing new', async () => {
      const id = await trigger({ sinceTimestamp: '2026-06-01T00:00:00Z' });
      await reads.runDue();
      expect(await operation(id)).toMatchObject({
        state: 'success',
        result: '[person] No new data found',
        recordsProcessed: 0,
      });
      expect(await reads.messages()).toEqual([]);
      expect(await reads.events('read.page.committed')).toEqual([]);
    });

    it('continues the sequence from read to read', async () => {
      await trigger();
      await reads.runDue();
      await trigger();
      await reads.runDue();
      expect((await reads.messages()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    });

    it('runs alone for its object, and lets at most ten others wait', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 11; i += 1) ids.push(await trigger());
      await expect(trigger()).rejects.toMatchObject({ kind: 'conflict', retryable: true });
      const states = await Promise.all(ids.map(async (id) => (await operation(id)).state));
      expect(states).toEqual(['ready', ...Array<string>(10).fill('waiting')]);
      expect(await reads.runDue()).toHaveLength(1);
      const [first, second, third] = await Promise.all(ids.slice(0, 3).map(operation));
      expect([first?.state, second?.state, third?.state]).toEqual(['success', 'ready', 'waiting']);
    });

    it('refuses a second active operation by its key', async () => {
      await trigger();
      const [row] = await db()('operations').select('*');
      await expect(db()('operations').insert({ ...row, id: newId() })).rejects.toThrow();
    });

    it('of one object does not delay reads of another', async () => {
      const other = aReadPlan({ ...plan, objectName: 'companies', mappedObjectName: 'companies' });
      await reads.stop();
      reads = await readsFixture(db(), { plans: [plan, other] });
      await trigger();
      await trigger({ objectName: 'companies' });
      expect(await reads.runDue()).toHaveLength(2);
      expect((await reads.messages()).map(({ sequence }) => sequence)).toEqual([1, 1, 2, 2, 3, 3]);
    });
  });
});
