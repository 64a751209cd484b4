import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { migrateDown, migrateUp } from '../../lib/db/migrate.ts';
import { newId } from '../../lib/ids/ids.ts';
import { pauseCauses } from '../../services/reads/migrations/0023_pause_causes.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

const DAY = 86_400_000;

forEachEngine((engine) => {
  it('reverts every migration, and runs it again', async () => {
    const { db, close } = await engine.open(migrations);
    await migrateDown(db, migrations);
    expect(await db.schema.hasTable('operations')).toBe(false);
    await migrateUp(db, migrations);
    expect(await db.schema.hasTable('message_results')).toBe(true);
    await close();
  });

  it('fills in the owner of the credentials from older plans', async () => {
    const { db, close } = await engine.open(migrations);
    const plans = [aReadPlan(), aReadPlan()];
    const reads = await readsFixture(db, { plans });
    for (const plan of plans) await reads.useCases.followInstallation(newId(), plan);
    await pauseCauses.down(db);
    await pauseCauses.up(db);
    for (const { projectId, connectionId, installationId } of plans) {
      const found = await reads.stores.schedules.listOfConnection(projectId, connectionId);
      expect(found.map((schedule) => schedule.installationId)).toEqual([installationId]);
    }
    await reads.stop();
    await close();
  });

  describe('the reads of an installation', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture;
    let contacts = aReadPlan();
    let companies = aReadPlan();
    let plans = [contacts];
    const ref = () => ({ projectId: contacts.projectId, installationId: contacts.installationId });
    /** An event whose plans were requested before other events arrived, and are applied after them. */
    async function late(asked: ReadPlan[], time: number): Promise<void> {
      const { listPlans } = reads.installation;
      reads.installation.listPlans = async () => {
        reads.installation.listPlans = listPlans;
        return asked;
      };
      await reads.useCases.followInstallation(newId(), ref(), time);
    }
    const follow = (eventId = newId()) => reads.useCases.followInstallation(eventId, ref());
    const pause = (given: { objects?: string[]; note?: string; integrationId?: string } = {}, isPaused = true) =>
      reads.useCases.setPaused(
        { ...ref(), integrationId: contacts.integrationId, objects: [], note: '', ...given },
        isPaused,
      );
    const makeDue = () => db()('schedules').update({ next_time: 1 });
    const schedule = async (object: string) => db()('schedules').where({ object_name: object }).first('*');
    const operations = async (
      readType: string,
    ): Promise<{ id: string; state: string; object_name: string; since_time: number | null }[]> =>
      db()('operations').where({ read_type: readType }).orderBy('id').select('*');

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_logs', 'messages', 'outbox', 'outbox_acks', 'inbox'])
        await db()(table).del();
      contacts = aReadPlan({ schedule: '*/30 * * * *', backfillDays: 0 });
      companies = aReadPlan({ ...contacts, objectName: 'companies', mappedObjectName: 'companies', schedule: '' });
      plans = [contacts, companies];
      reads = await readsFixture(db(), { plans, sandbox: { epoch: Date.now() } });
    });
    afterEach(() => reads.stop());

    it('get a schedule each, with its next tick', async () => {
      await follow();
      const { next_time: next } = await schedule('contacts');
      expect(next - Date.now()).toBeGreaterThan(0);
      expect(next - Date.now()).toBeLessThanOrEqual(31 * 60_000);
      expect(await schedule('companies')).toMatchObject({ state: 'idle', next_time: null });
    });

    it('keep the state of the newer of two changes, in any order of events', async () => {
      const changed = contacts.installationUpdateTime + 10;
      companies.schedule = '0 * * * *';
      await follow();
      plans.splice(0, 2, { ...contacts, installationUpdateTime: changed });
      await reads.useCases.followInstallation(newId(), ref(), changed);
      expect(await schedule('companies')).toMatchObject({ state: 'idle', cron: '' });
      await late([contacts, companies], contacts.installationUpdateTime);
      expect(await schedule('companies')).toMatchObject({ state: 'idle', cron: '' });
      await late([{ ...companies, installationUpdateTime: changed - 1 }], changed - 1);
      expect(await schedule('contacts')).toMatchObject({ state: 'armed', cron: '*/30 * * * *' });
    });

    it('follow the current installation, even if its previous state was dated by a clock that was ahead', async () => {
      const ahead = contacts.installationUpdateTime + DAY;
      plans.splice(0, 2, { ...contacts, installationUpdateTime: ahead });
      await reads.useCases.followInstallation(newId(), ref(), ahead);
      const changed = contacts.installationUpdateTime + 10;
      plans.splice(0, 1, { ...contacts, schedule: '0 4 * * *', installationUpdateTime: changed }, companies);
      await reads.useCases.followInstallation(newId(), ref(), changed);
      expect(await schedule('contacts')).toMatchObject({ cron: '0 4 * * *' });
      expect(await schedule('companies')).toMatchObject({ state: 'idle' });
      plans.splice(0, 2, { ...companies, installationUpdateTime: changed + 1 });
      await reads.useCases.followInstallation(newId(), ref(), changed + 1);
      expect(await schedule('contacts')).toMatchObject({ cron: '', state: 'idle' });
    });

    it('begin with a backfill of the requested days', async () => {
      contacts.backfillDays = 10;
      companies.backfillDays = -1;
      await follow();
      await reads.runDue();
      const [first, second] = await operations('backfill');
      expect([first?.object_name, second?.object_name]).toEqual(['contacts', 'companies']);
      expect(Math.abs(Date.now() - 10 * DAY - (first?.since_time ?? 0))).toBeLessThan(20_000);
      expect(second?.since_time).toBeNull();
      expect((await reads.events('read.backfill.done')).map(({ objectName }) => objectName).sort()).toEqual([
        'companies',
        'person',
      ]);
      const progress = await reads.useCases.getBackfillProgress(contacts.projectId, {
        ...ref(),
        integrationId: contacts.integrationId,
        objectName: 'person',
      });
      expect(progress).toMatchObject({ id: first?.id, state: 'success' });
      expect(progress.recordsProcessed).toBeGreaterThan(10);
    });

    it('are not backfilled when no backfill is requested, or when disabled', async () => {
      companies.backfillDays = 5;
      companies.disabled = true;
      await follow();
      expect(await operations('backfill')).toEqual([]);
      await expect(
        reads.useCases.getBackfillProgress(contacts.projectId, {
          ...ref(),
          integrationId: contacts.integrationId,
          objectName: 'person',
        }),
      ).rejects.toMatchObject({ kind: 'notFound' });
    });

    it('are set up once, however often the event arrives', async () => {
      contacts.backfillDays = -1;
      const event = newId();
      await Promise.all([follow(event), follow(event), follow(event)]);
      await follow();
      expect(await operations('backfill')).toHaveLength(1);
      expect(await db()('schedules').select('id')).toHaveLength(2);
    });

    it('start when they are due, once per tick, with several schedulers', async () => {
      await follow();
      await makeDue();
      await Promise.all([1, 2, 3].map(() => reads.useCases.startDueReads()));
      expect(await operations('scheduled')).toHaveLength(1);
      expect((await schedule('contacts')).next_time).toBeGreaterThan(Date.now());
    });

    it('reach back to the start of the last successful read, and a little further', async () => {
      await follow();
      const { watermark: installed } = await schedule('contacts');
      await makeDue();
      // A wake-up may run it before this test does.
      const before = Date.now();
      await reads.useCases.startDueReads();
      await reads.runDue();
      await makeDue();
      await reads.useCases.startDueReads();
      await reads.runDue();
      const [first, second] = await operations('scheduled');
      expect(first?.since_time).toBe(installed - 300_000);
      expect(second?.since_time).toBeGreaterThanOrEqual(before - 300_000);
      expect(second?.since_time).toBeLessThan(Date.now() - 299_000);
    });

    it('keep the watermark when a read fails', async () => {
      await follow();
      const { watermark } = await schedule('contacts');
      reads.sandbox.control.revoke({ what: 'key', apiKey: 'x' });
      await makeDue();
      await reads.useCases.startDueReads();
      await reads.runDue();
      expect(await operations('scheduled')).toMatchObject([{ state: 'failure' }]);
      expect((await schedule('contacts')).watermark).toBe(watermark);
      expect(await reads.events('read.triggered.error')).toEqual([]);
    });

    it('skip a tick while the last read is unfinished', async () => {
      await follow();
      for (let i = 0; i < 3; i += 1) {
        await makeDue();
        await reads.useCases.startDueReads();
      }
      const [only, ...others] = await operations('scheduled');
      expect(others).toEqual([]);
      const lines = await reads.useCases.listOperationLogs(contacts.projectId, only?.id ?? '');
      expect(lines.filter(({ msg }) => msg.includes('skipped'))).toHaveLength(2);
    });

    it('wait for a running backfill', async () => {
      contacts.backfillDays = -1;
      await follow();
      await makeDue();
      await reads.useCases.startDueReads();
      expect(await operations('scheduled')).toMatchObject([{ state: 'waiting' }]);
      await reads.runDue();
      expect(await operations('scheduled')).toMatchObject([{ state: 'ready' }]);
    });

    it('do not start while paused, by either name, and start again after', async () => {
      await follow();
      await pause({ objects: ['person'], note: 'too many complaints' });
      await makeDue();
      expect(await reads.useCases.startDueReads()).toMatchObject({ due: 0 });
      await pause({ objects: ['contacts'] }, false);
      expect((await schedule('contacts')).next_time).toBeGreaterThan(Date.now());
      await makeDue();
      expect(await reads.useCases.startDueReads()).toMatchObject({ due: 1 });
    });

    it('send one event for a pause, with config and note', async () => {
      await follow();
      await pause({ note: 'maintenance' });
      await pause({ note: 'again' });
      await pause({}, false);
      await pause({}, false);
      expect(await reads.events('read.schedule.paused')).toEqual([
        expect.objectContaining({
          installationId: contacts.installationId,
          config: { provider: 'sandbox' },
          error: 'maintenance',
          groupName: 'Acme Inc.',
        }),
      ]);
    });

    it('can be paused before the event of the installation has arrived', async () => {
      await pause({ objects: ['companies'] });
      expect(await schedule('companies')).toMatchObject({ state: 'paused' });
      expect(await schedule('contacts')).toMatchObject({ state: 'armed' });
    });

    it('refuse a pause of an unknown object, or of another integration', async () => {
      await follow();
      await expect(pause({ objects: ['person', 'unicorns'] })).rejects.toMatchObject({ kind: 'invalidArgument' });
      await expect(pause({ integrationId: newId() })).rejects.toMatchObject({ kind: 'notFound' });
      await expect(
        reads.useCases.setPaused(
          {
            projectId: newId(),
            integrationId: contacts.integrationId,
            installationId: contacts.installationId,
            objects: [],
            note: '',
          },
          true,
        ),
      ).rejects.toMatchObject({ kind: 'notFound' });
      expect(await schedule('contacts')).toMatchObject({ state: 'armed' });
    });

    it('never start after a pause was acknowledged, in any race', async () => {
      await follow();
      for (let i = 0; i < 20; i += 1) {
        await db()('operations').del();
        await makeDue();
        const ticks = [reads.useCases.startDueReads(), reads.useCases.startDueReads()];
        await pause({ objects: ['person'] });
        const atAck = (await operations('scheduled')).length;
        await Promise.all(ticks);
        await makeDue();
        await reads.useCases.startDueReads();
        expect((await operations('scheduled')).length).toBe(atAck);
        await pause({}, false);
      }
    });

    it('run on trigger while paused', async () => {
      await follow();
      await pause();
      const id = await reads.useCases.triggerRead({
        ...contacts,
        groupRef: 'acme',
        sinceTimestamp: '',
        untilTimestamp: '',
      });
      await reads.runDue();
      expect((await reads.useCases.getOperation(contacts.projectId, id)).state).toBe('success');
    });

    it('follow a changed config: another cron, a new object, a removed one', async () => {
      await follow();
      await pause({ objects: ['contacts'] });
      const deals = aReadPlan({ ...contacts, objectName: 'deals', mappedObjectName: 'deals', backfillDays: -1 });
      Object.assign(contacts, { schedule: '0 4 * * *', installationUpdateTime: contacts.installationUpdateTime + 1 });
      plans.splice(1, 1, deals);
      await follow();
      expect(await schedule('contacts')).toMatchObject({ cron: '0 4 * * *', state: 'paused' });
      expect(await schedule('deals')).toMatchObject({ state: 'armed' });
      expect(await schedule('companies')).toMatchObject({ state: 'idle' });
      expect((await operations('backfill')).map((row) => row.object_name)).toEqual(['deals']);
    });

    it('keep the newer config when events arrive in the wrong order', async () => {
      await follow();
      const older = { ...contacts, schedule: '0 4 * * *', installationUpdateTime: contacts.installationUpdateTime - 1 };
      await late([older, companies], older.installationUpdateTime);
      expect(await schedule('contacts')).toMatchObject({ cron: '*/30 * * * *' });
    });

    it('end with the installation', async () => {
      contacts.backfillDays = -1;
      await follow();
      const ids = [];
      for (let i = 0; i < 2; i += 1)
        ids.push(
          await reads.useCases.triggerRead({ ...contacts, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' }),
        );
      const [running] = await reads.stores.operations.claim(1, 60_000);
      await reads.useCases.forgetInstallation(newId(), ref());
      expect(await db()('schedules').select('id')).toEqual([]);
      for (const id of [running?.id ?? '', ...ids]) {
        expect(await reads.useCases.getOperation(contacts.projectId, id)).toMatchObject({
          state: 'failure',
          result: 'The installation was deleted.',
        });
      }
      expect(await reads.events('read.triggered.error')).toHaveLength(2);
      await reads.useCases.runOperation(running!, new AbortController().signal);
      expect(await reads.messages()).toEqual([]);
      expect(await reads.runDue()).toEqual([]);
    });

    it('are deleted silently when the installation is gone before its event arrives', async () => {
      plans.length = 0;
      await follow();
      expect(await db()('schedules').select('id')).toEqual([]);
      expect(await db()('inbox').select('event_id')).toHaveLength(1);
    });
  });
});
