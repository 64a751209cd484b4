import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { DestinationStatus } from '../../services/reads/destinations/destination.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds, until } from '../../testbed/reads_fixture.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

forEachEngine((engine) => {
  describe('L3: the reads of an inactive destination', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture;
    let plan = aReadPlan();
    let plans = [plan];
    let eventTime = 0;
    const destinationId = newId();
    const setStatus = (status: DestinationStatus, over: { destinationId?: string; name?: string } = {}) =>
      reads.useCases.followDestination(
        newId(),
        { projectId: plan.projectId, destinationId, name: 'crm-webhook', ...over, status },
        (eventTime += 1),
      );
    const follow = () => reads.useCases.followInstallation(newId(), plan);
    /** A new plan, because a running read has the old one. Returns the id of the new destination. */
    const moveToAnother = async () => {
      const other = newId();
      plans[0] = { ...plan, destinationId: other, destinationName: 'other', installationUpdateTime: Date.now() };
      await follow();
      await setStatus('deleted');
      return other;
    };
    const reported = async (code: 'destinationDisabled' | 'destinationFailing') =>
      (await reads.events('installation.health.reported')).filter(({ code: one }) => one === code);
    const makeDue = () => db()('schedules').update({ next_time: 1 });
    const walk = async () => {
      while (await reads.useCases.walkDestinations());
    };
    const operations = (): Promise<Record<string, unknown>[]> =>
      db()('operations').orderBy('id').select('id', 'read_type', 'state', 'page_seq', 'waited_ms');
    const trigger = () =>
      reads.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        groupRef: 'acme',
        objectName: 'person',
        sinceTimestamp: '',
        untilTimestamp: '',
      });

    beforeEach(async () => {
      await emptyReads(db());
      plan = aReadPlan({ schedule: '*/10 * * * *', destinationId });
      plans = [plan];
      reads = await readsFixture(db(), { plans, sandbox: { records: 500 } });
    });
    afterEach(() => reads.stop());

    promise('miss no scheduled start: it is made up for', { without: 'blockedStarts' }, async () => {
      await emptyReads(db());
      await follow();
      await setStatus('disabled');
      await makeDue();
      const { watermark } = await db()('schedules').first('watermark');
      await reads.useCases.startDueReads();
      expect(await operations()).toEqual([]);
      await setStatus('active');
      await walk();
      expect(await db()('schedules').first('watermark', 'missed_time')).toEqual({ watermark, missed_time: null });
      await reads.useCases.startDueReads();
      expect(await operations()).toMatchObject([{ read_type: 'scheduled', state: 'ready' }]);
    });

    it('are found by the name in plans without an id, and by a new destination of a deleted name', async () => {
      plan.destinationId = '';
      await follow();
      await setStatus('deleted');
      await makeDue();
      await reads.useCases.startDueReads();
      expect(await operations()).toEqual([]);
      await setStatus('active', { destinationId: newId() });
      await walk();
      await reads.useCases.startDueReads();
      expect(await operations()).toMatchObject([{ read_type: 'scheduled' }]);
    });

    it('start normally for an unknown destination, or for one of another project', async () => {
      await follow();
      await reads.useCases.followDestination(
        newId(),
        { projectId: newId(), destinationId, name: 'crm-webhook', status: 'disabled' },
        1,
      );
      await makeDue();
      await reads.useCases.startDueReads();
      expect(await operations()).toHaveLength(1);
    });

    it('ignore an older event that arrives late', async () => {
      await follow();
      await setStatus('disabled');
      const late = { projectId: plan.projectId, destinationId, name: 'crm-webhook', status: 'active' as const };
      await reads.useCases.followDestination(newId(), late, 0);
      await makeDue();
      await reads.useCases.startDueReads();
      expect(await operations()).toEqual([]);
    });

    it('are refused with 409 when they are triggered, and the problem says what to do', async () => {
      await setStatus('disabled');
      await expect(trigger()).rejects.toMatchObject({
        kind: 'conflict',
        detail: 'The destination crm-webhook is disabled, so records could not be delivered.',
        extras: { remedy: expect.stringContaining('set its status to active') },
      });
      expect(await operations()).toEqual([]);
      await setStatus('active');
      await trigger();
    });

    promise('wait between two pages of a backfill, and continue there', { without: 'blockedPages' }, async () => {
      await emptyReads(db());
      plan.backfillDays = -1;
      await setStatus('active');
      await follow();
      let pages = 0;
      const send: SendRequest = async (request) => {
        const answer = await reads.send(request);
        if ((pages += 1) === 1) await setStatus('disabled');
        // Without this wait, a slow first commit may be made after the last page has come.
        if (pages === 3) await until(async () => (await reads.messages()).length > 0);
        // Likewise, a slow look at the destination may end after the last page has come.
        if (pages === 4) await until(async () => recordIds(await reads.messages()).length >= 300);
        return answer;
      };
      await reads.runDue(reads.useCasesWith(send));
      const [waiting] = await operations();
      expect(waiting).toMatchObject({ read_type: 'backfill', state: 'putOff' });
      expect(Number(waiting?.['page_seq'])).toBeLessThan(5);
      await reads.useCases.resumeDeferred();
      expect(await reads.runDue()).toEqual([]);
      await setStatus('active');
      await walk();
      await reads.runDue();
      expect(await operations()).toMatchObject([{ read_type: 'backfill', state: 'success' }]);
      expect(new Set(recordIds(await reads.messages())).size).toBe(500);
      expect(recordIds(await reads.messages())).toHaveLength(500);
    });

    it('wait when they were queued before, and name it in their log and as health', async () => {
      plan.backfillDays = -1;
      await follow();
      await setStatus('disabled');
      await walk();
      await reads.runDue();
      const [{ id = '' } = {}] = (await operations()) as { id?: string }[];
      const lines = await reads.useCases.listOperationLogs(plan.projectId, id);
      expect(lines.map(({ msg }) => msg)).toContain(
        'Waiting: The destination crm-webhook is disabled. The read goes on when it is active.',
      );
      await setStatus('active');
      await walk();
      expect(await operations()).toMatchObject([{ state: 'ready' }]);
      expect(await reported('destinationDisabled')).toMatchObject([
        { level: 'error', objectName: 'contacts', destinationId },
        { level: null, objectName: 'contacts' },
      ]);
    });

    it('continue when the object has another destination', async () => {
      plan.backfillDays = -1;
      await follow();
      await setStatus('disabled');
      await reads.runDue();
      const other = newId();
      Object.assign(plan, { destinationId: other, destinationName: 'other', installationUpdateTime: Date.now() });
      await follow();
      await db()('operations').update({ next_time: 1 });
      await reads.useCases.resumeDeferred();
      await reads.runDue();
      expect(await operations()).toMatchObject([{ state: 'success' }]);
    });

    it('H2: go on to the new destination of the object in the middle of a backfill, and say so', async () => {
      plan.backfillDays = -1;
      await setStatus('active');
      await follow();
      let other = '';
      let pages = 0;
      const send: SendRequest = async (request) => {
        const answer = await reads.send(request);
        if ((pages += 1) === 1) other = await moveToAnother();
        return answer;
      };
      await reads.runDue(reads.useCasesWith(send));
      expect(await operations()).toMatchObject([{ read_type: 'backfill', state: 'success' }]);
      expect(recordIds(await reads.messages())).toHaveLength(500);
      const told = await reads.events('read.page.committed');
      expect(new Set(told.map(({ destinationId: id }) => id))).toEqual(new Set([destinationId, other]));
      expect(told.at(-1)).toMatchObject({ destinationId: other, destinationName: 'other' });
      const [{ id = '' } = {}] = (await operations()) as { id?: string }[];
      const lines = await reads.useCases.listOperationLogs(plan.projectId, id);
      expect(lines.map(({ msg }) => msg)).toContain(
        'The destination crm-webhook was deleted. The read goes on to the destination other.',
      );
    });

    it('H2: a triggered read goes on to the new destination too', async () => {
      await setStatus('active');
      await follow();
      await trigger();
      let other = '';
      let pages = 0;
      const send: SendRequest = async (request) => {
        const answer = await reads.send(request);
        if ((pages += 1) === 1) other = await moveToAnother();
        return answer;
      };
      await reads.runDue(reads.useCasesWith(send));
      expect((await reads.events('read.page.committed')).at(-1)).toMatchObject({ destinationId: other });
    });

    it('H1: name the deletion while the object still names the deleted destination', async () => {
      plan.backfillDays = -1;
      await follow();
      await setStatus('deleted');
      await walk();
      await reads.runDue();
      const [{ id = '' } = {}] = (await operations()) as { id?: string }[];
      const lines = await reads.useCases.listOperationLogs(plan.projectId, id);
      expect(lines.map(({ msg }) => msg)).toContain(
        'Waiting: The destination crm-webhook was deleted. The read goes on when its object names another one.',
      );
      expect(await reported('destinationDisabled')).toMatchObject([
        { detail: expect.stringContaining('crm-webhook was deleted') },
      ]);
    });

    it('H1: messages that end with their destination are read again for the one that the object has now', async () => {
      plan.backfillDays = -1;
      await setStatus('active');
      await follow();
      await reads.runDue();
      const messageIds = (await reads.messages()).map(({ id }) => id);
      const other = await moveToAnother();
      await reads.useCases.settleMessages(newId(), {
        projectId: plan.projectId,
        messageIds,
        failed: messageIds.length,
        deletedDestinationId: destinationId,
      });
      const [reason] = (await reads.events('installation.health.reported')).slice(-1);
      expect(reason).toMatchObject({
        code: 'recordsUndelivered',
        detail: expect.stringContaining('The destination crm-webhook was deleted.'),
      });
      await reads.useCases.rereadUndelivered();
      await reads.runDue();
      const again = (await reads.events('read.page.committed')).filter(({ destinationId: id }) => id === other);
      expect(again.flatMap(({ messageIds: ids }) => ids as string[])).toHaveLength(messageIds.length);
      expect(new Set(recordIds(await reads.messages())).size).toBe(500);
    });

    it('name it as health when the object gets such a destination, and no longer when it gets another', async () => {
      await setStatus('disabled');
      await walk();
      await follow();
      Object.assign(plan, { destinationId: newId(), destinationName: 'other', installationUpdateTime: Date.now() });
      await follow();
      expect(await reported('destinationDisabled')).toMatchObject([{ level: 'error' }, { level: null }]);
    });

    it('H3: are warned of while their destination is failing, and go on', async () => {
      const failing = { since: 1_767_000_000_000, failures: 3, status: 503, error: '' };
      const tell = (how: typeof failing | null) =>
        reads.useCases.followDestination(
          newId(),
          { projectId: plan.projectId, destinationId, name: 'crm-webhook', failing: how },
          (eventTime += 1),
        );
      await follow();
      await setStatus('active');
      await walk();
      await tell(failing);
      await walk();
      const warning = {
        level: 'warning',
        objectName: 'contacts',
        detail: expect.stringContaining('3 in a row, the last with the status 503.'),
        destinationId,
      };
      expect((await reported('destinationFailing')).at(-1)).toMatchObject(warning);
      await makeDue();
      await reads.useCases.startDueReads();
      expect(await operations()).toHaveLength(1);
      await tell(null);
      await walk();
      expect((await reported('destinationFailing')).slice(-2)).toMatchObject([warning, { level: null }]);
    });

    promise(
      'H3: are no longer warned of when the destination changes before its end of failing is walked',
      { without: 'endOfFailing' },
      async () => {
        const about = { projectId: plan.projectId, destinationId, name: 'crm-webhook' };
        const failing = { since: 1_767_000_000_000, failures: 3, status: 0, error: 'unreachable' };
        await follow();
        await setStatus('active');
        await reads.useCases.followDestination(newId(), { ...about, failing }, (eventTime += 1));
        await walk();
        expect((await reported('destinationFailing')).at(-1)).toMatchObject({ level: 'warning' });
        await reads.useCases.followDestination(newId(), { ...about, failing: null }, (eventTime += 1));
        await setStatus('active');
        await walk();
        expect((await reported('destinationFailing')).at(-1)).toMatchObject({ level: null });
      },
    );

    it('H3: are no longer warned of when their object gets another before the end of failing is walked', async () => {
      const about = { projectId: plan.projectId, destinationId, name: 'crm-webhook' };
      const failing = { since: 1_767_000_000_000, failures: 3, status: 0, error: 'unreachable' };
      await follow();
      await reads.useCases.followDestination(newId(), { ...about, failing }, 10);
      await walk();
      await reads.useCases.followDestination(newId(), { ...about, failing: null }, (eventTime += 1));
      plans[0] = { ...plan, destinationId: newId(), destinationName: 'other', installationUpdateTime: Date.now() };
      await follow();
      await walk();
      expect((await reported('destinationFailing')).at(-1)).toMatchObject({ level: null });
    });

    it('H3: are no longer warned of when a change of the destination overtakes the end of its failing', async () => {
      const failing = { since: 1_767_000_000_000, failures: 3, status: 503, error: '' };
      const about = { projectId: plan.projectId, destinationId, name: 'crm-webhook' };
      const shown = async () => (await db()('destinations').first('status', 'failing', 'walk_state')) as object;
      await reads.useCases.followDestination(newId(), { ...about, failing }, 10);
      await reads.useCases.followDestination(newId(), { ...about, status: 'active' }, 30);
      await reads.useCases.followDestination(newId(), { ...about, failing: null }, 20);
      expect(await shown()).toMatchObject({ status: 'active', failing: null });
      await reads.useCases.followDestination(newId(), { ...about, failing }, 15);
      expect(await shown()).toMatchObject({ failing: null });
      await reads.useCases.followDestination(newId(), { ...about, failing }, 50);
      await reads.useCases.followDestination(newId(), { ...about, status: 'disabled' }, 40);
      expect(await shown()).toMatchObject({ status: 'disabled', failing: expect.any(String) });
    });

    it('H3: are warned of when their object gets a failing destination, and no longer when it gets another', async () => {
      const failing = { since: 1_767_000_000_000, failures: 3, status: 0, error: 'timeout' };
      const about = { projectId: plan.projectId, destinationId, name: 'crm-webhook', failing };
      await reads.useCases.followDestination(newId(), about, (eventTime += 1));
      await walk();
      await follow();
      plans[0] = { ...plan, destinationId: newId(), destinationName: 'other', installationUpdateTime: Date.now() };
      await follow();
      expect((await reported('destinationFailing')).slice(-2)).toMatchObject([
        { level: 'warning', detail: expect.stringContaining('timeout') },
        { level: null },
      ]);
    });

    it('sweeps wait too', async () => {
      plan.sweepSchedule = '0 3 * * *';
      await follow();
      await setStatus('disabled');
      await db()('sweeps').update({ next_time: 1 });
      await reads.useCases.startDueSweeps();
      expect(await operations()).toEqual([]);
      await setStatus('active');
      await walk();
      await reads.useCases.startDueSweeps();
      expect(await operations()).toMatchObject([{ read_type: 'sweep' }]);
    });
  });
});
