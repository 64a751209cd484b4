import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect } from '@jest/globals';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import { assetPath } from '../../lib/assets/asset_path.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { makeUseCases } from '../../services/reads/use_cases.ts';
import { aReadPlan } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aScheduledObject, type ScheduledObject } from '../support/scheduled_object.ts';
import { seededRandom } from '../support/seeded_random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** About one per day, over the last 90 days. */
const RECORDS = 90;

const SEEDS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 200 : 4;

type Sent = { id: string; updated: number; operationId: string };

forEachEngine((engine) => {
  describe('promise 7: backfill', () => {
    const db = engine.suiteDatabase(migrations);
    let object: ScheduledObject | undefined;
    const folders: string[] = [];
    afterEach(async () => {
      await object?.stop();
      object = undefined;
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
    });

    async function contactsOf(backfillDays: number, plan = {}, config = {}): Promise<ScheduledObject> {
      const given = { config, plan: { backfillDays, ...plan }, sandbox: { records: RECORDS, epoch: Date.now() } };
      object = await aScheduledObject(db(), given);
      return object;
    }

    /** An object whose first backfill has ended. */
    async function backfilled(backfillDays: number): Promise<ScheduledObject> {
      const contacts = await contactsOf(backfillDays);
      await contacts.follow();
      await contacts.runDue();
      return contacts;
    }

    /** The records that the builder received, in order. */
    async function sent({ messages }: ScheduledObject): Promise<Sent[]> {
      return (await messages()).flatMap(({ body }) =>
        (body['result'] as { raw: { id: string; updated_at: string } }[]).map(({ raw }) => ({
          id: raw.id,
          updated: Date.parse(raw.updated_at),
          operationId: String(body['operationId']),
        })),
      );
    }
    const idsWithin = (all: Sent[], from: number, to: number) =>
      all.filter(({ updated }) => updated >= from && updated < to).map(({ id }) => id);

    /** All records, by a triggered read, which is independent of backfills. */
    async function everything(contacts: ScheduledObject, useCases = contacts.useCases): Promise<Sent[]> {
      const id = await contacts.trigger();
      await contacts.runDue(useCases);
      return (await sent(contacts)).filter(({ operationId }) => operationId === id);
    }

    promise(
      'days, everything or nothing: a backfill reads what the manifest says, with one event',
      { without: 'backfillDays' },
      async () => {
        for (const [days, reach] of [
          [30, 30 * DAY],
          [-1, 365 * DAY],
          [0, 0],
        ] as const) {
          const contacts = await contactsOf(days);
          const now = Date.now();
          await contacts.follow();
          await contacts.follow();
          await contacts.runDue();
          const delivered = (await sent(contacts)).map(({ id }) => id);
          expect(delivered).toEqual(idsWithin(await everything(contacts), now - reach, now));
          expect(await contacts.events('read.backfill.done')).toHaveLength(days === 0 ? 0 : 1);
          await contacts.stop();
        }
        object = undefined;
      },
    );

    promise(
      'a wider window backfills the difference: exactly the older records arrive, and nothing twice',
      { without: 'backfillDifference' },
      async () => {
        const contacts = await backfilled(20);
        const first = await sent(contacts);
        for (const backfillDays of [20, 10, 0, 50, 40, -1, 60]) {
          await contacts.configure({ backfillDays });
          await contacts.runDue();
        }
        const all = await sent(contacts);
        const backfills = await contacts.operations('backfill');
        expect(backfills).toHaveLength(3);
        expect(await contacts.events('read.backfill.done')).toHaveLength(3);
        const whole = (await everything(contacts)).map(({ id }) => id);
        // Newest window first, each window in ascending order.
        expect(all.map(({ id }) => id).sort()).toEqual(whole.sort());
        expect(first.length).toBeGreaterThan(10);
        expect(await contacts.schedule()).toMatchObject({ backfill_from: 0 });
      },
    );

    promise(
      'a backfill of older records does not move the watermark of scheduled reads: nothing in between is lost',
      { without: 'backfillWatermark' },
      async () => {
        const contacts = await backfilled(20);
        const { watermark } = await contacts.schedule();
        await contacts.setPaused(true);
        const [added] = contacts.sandbox.control.addRecords('contacts', 1);
        await contacts.configure({ backfillDays: -1 });
        await contacts.runDue();
        expect(await contacts.schedule()).toMatchObject({ watermark, backfill_from: 0 });
        await contacts.setPaused(false);
        await contacts.tick();
        expect(await contacts.delivered()).toContain(added);
      },
    );

    promise(
      'a backfill with other filters does not move the watermark of scheduled reads',
      { without: 'backfillWatermark' },
      async () => {
        const contacts = await contactsOf(0);
        await contacts.follow();
        await contacts.tick();
        const { watermark } = await contacts.schedule();
        const backfillFiltersJson = JSON.stringify([{ fieldName: 'id', value: 'contacts-0000001' }]);
        await contacts.configure({ backfillDays: -1, backfillFiltersJson });
        await contacts.runDue();
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'success' }]);
        expect(await contacts.schedule()).toMatchObject({ watermark, backfill_from: 0 });
      },
    );

    promise(
      'a failed backfill has covered nothing: the next deploy reads the whole window again',
      { without: 'failedBackfill' },
      async () => {
        const contacts = await contactsOf(20);
        await contacts.follow();
        const refuse: SendRequest = async () => ({ status: 400, headers: {}, text: '{}' });
        await contacts.runDue(contacts.useCasesWith(refuse));
        expect(await contacts.operations('backfill')).toMatchObject([{ state: 'failure' }]);
        expect(await contacts.schedule()).toMatchObject({ backfill_from: null });
        const now = Date.now();
        await contacts.configure({ backfillDays: 40 });
        await contacts.runDue();
        const delivered = await contacts.delivered();
        expect(delivered).toEqual(idsWithin(await everything(contacts), now - 40 * DAY, now).sort());
        expect(await contacts.events('read.backfill.done')).toHaveLength(1);
      },
    );

    promise(
      'a window that widens twice during the first backfill is read completely, once',
      { without: 'backfillDifference' },
      async () => {
        const contacts = await contactsOf(10);
        await contacts.follow();
        const [running] = await contacts.stores.operations.claim(1, 10_000);
        const run = running && contacts.useCases.runOperation(running, new AbortController().signal);
        await contacts.configure({ backfillDays: 30 });
        await Promise.all([contacts.configure({ backfillDays: 60 }), run]);
        while ((await contacts.runDue()).length > 0);
        const all = await sent(contacts);
        const now = Date.now();
        const wanted = idsWithin(await everything(contacts), now - 60 * DAY, now);
        expect(all.map(({ id }) => id).sort()).toEqual(wanted.sort());
        expect((await contacts.operations('backfill')).map(({ state }) => state)).toEqual(
          (await contacts.events('read.backfill.done')).map(() => 'success'),
        );
      },
    );

    promise(
      'a wider window waits for a running scheduled read, and for ten triggered ones',
      { without: 'backfillDifference' },
      async () => {
        const contacts = await backfilled(10);
        await contacts.makeDue();
        await contacts.useCases.startDueReads();
        const [running] = await contacts.stores.operations.claim(1, 10_000);
        for (let i = 0; i < 10; i += 1) await contacts.trigger(new Date().toISOString());
        await contacts.configure({ backfillDays: -1 });
        expect((await contacts.operations('backfill')).map(({ state }) => state)).toEqual(['success', 'waiting']);
        if (running) await contacts.useCases.runOperation(running, new AbortController().signal);
        while ((await contacts.runDue()).length > 0);
        expect(await contacts.schedule()).toMatchObject({ backfill_from: 0 });
        expect(await contacts.delivered()).toHaveLength(RECORDS);
      },
    );

    promise(
      'if the provider has no end filter, later records are dropped here, and records without a time are kept',
      { without: 'skipOutsideBackfill' },
      async () => {
        const contacts = await contactsOf(20, { provider: 'endless' });
        const useCases = makeUseCases({ ...contacts.deps, providers: endless(folders) });
        await contacts.follow();
        await contacts.runDue(useCases);
        const first = (await sent(contacts)).map(({ id }) => id);
        await contacts.configure({ backfillDays: 50 });
        await contacts.runDue(useCases);
        const all = await sent(contacts);
        const now = Date.now();
        const wanted = idsWithin(await everything(contacts, useCases), now - 50 * DAY, now);
        expect(all.map(({ id }) => id).sort()).toEqual(wanted.sort());
        expect(first.length).toBeGreaterThan(10);

        await contacts.stop();
        const timeless = await contactsOf(20, { provider: 'timeless' });
        const blind = makeUseCases({ ...timeless.deps, providers: endless(folders) });
        await timeless.follow();
        await timeless.runDue(blind);
        await timeless.configure({ backfillDays: 50 });
        await timeless.runDue(blind);
        expect(await timeless.delivered()).toHaveLength(wanted.length);
      },
    );

    promise(
      'if no schedule reads an object, a wider window also delivers later changes, and nothing else twice',
      { without: ['unscheduled', 'skipOutsideBackfill'] },
      async () => {
        for (const provider of ['sandbox', 'endless']) {
          const contacts = await contactsOf(20, { schedule: '', provider }, { overlap: MINUTE });
          const useCases = makeUseCases({ ...contacts.deps, providers: endless(folders) });
          await contacts.follow();
          await contacts.runDue(useCases);
          const before = await sent(contacts);
          const oldest = 'contacts-0000040'; // more than 50 days ago
          expect(before.map(({ id }) => id)).not.toContain(oldest);
          expect(contacts.sandbox.control.updateRecord('contacts', oldest)).toBe(true);
          const [added = ''] = contacts.sandbox.control.addRecords('contacts', 1);
          await contacts.configure({ backfillDays: 60 });
          await contacts.runDue(useCases);
          const now = Date.now();
          const ids = (await sent(contacts)).map(({ id }) => id);
          const wanted = idsWithin(await everything(contacts, useCases), now - 60 * DAY, now + DAY);
          expect([...new Set(ids)].sort()).toEqual(wanted.sort());
          expect(wanted).toEqual(expect.arrayContaining([oldest, added]));
          const old = before.filter(({ updated }) => updated < now - DAY).map(({ id }) => id);
          expect(old.length).toBeGreaterThan(10);
          expect(old.filter((id) => ids.indexOf(id) !== ids.lastIndexOf(id))).toEqual([]);
          await contacts.stop();
        }
        object = undefined;
      },
    );

    promise(
      'an added object is backfilled, a removed one stays unchanged, and one that returns continues',
      { without: 'backfillOnce' },
      async () => {
        const contacts = await backfilled(20);
        const { watermark } = await contacts.schedule();
        const companies = aReadPlan({ ...contacts.plan, objectName: 'companies', mappedObjectName: 'companies' });
        contacts.plans.push({ ...companies, backfillDays: -1 });
        await contacts.configure({});
        await contacts.runDue();
        expect(await contacts.delivered()).toContain('companies-0000001');

        const [mine] = contacts.plans.splice(0, 1);
        await contacts.follow(Date.now());
        expect(await contacts.schedule()).toMatchObject({ state: 'idle', watermark });
        const [added] = contacts.sandbox.control.addRecords('contacts', 1);
        contacts.plans.push(mine!);
        await contacts.follow(Date.now() + 1);
        expect(await contacts.schedule()).toMatchObject({ state: 'armed', watermark });
        await contacts.tick();
        expect(await contacts.delivered()).toContain(added);
        expect(await contacts.operations('backfill')).toHaveLength(2);
        expect(await contacts.events('read.backfill.done')).toHaveLength(2);
      },
    );

    promise(
      'the progress of a windowed backfill has the total of its window, also when it resumes after a failure',
      { without: 'highestTotal' },
      async () => {
        const contacts = await contactsOf(60, { pageSize: 20 });
        const wanted = idsWithin(await everything(contacts), Date.now() - 60 * DAY, Date.now()).length;
        await contacts.follow();
        contacts.sandbox.control.addFault({ kind: '429', object: 'contacts', afterPage: 2 });
        await contacts.runDue();
        const { projectId, installationId, integrationId } = contacts.plan;
        const query = { installationId, integrationId, objectName: 'person' };
        const progress = () => contacts.useCases.getBackfillProgress(projectId, query);
        expect(await progress()).toMatchObject({
          state: 'parked',
          recordsProcessed: 40,
          recordsEstimatedTotal: wanted,
        });
        await contacts.db('operations').where({ state: 'parked' }).update({ next_time: 1 });
        // A provider whose total is the number of remaining records, as with paging by the last id.
        await contacts.runDue(contacts.useCasesWith(countingDown(contacts)));
        expect(await progress()).toMatchObject({
          state: 'success',
          recordsProcessed: wanted,
          recordsEstimatedTotal: wanted,
        });
        await contacts.stop();

        const filtersJson = JSON.stringify([{ fieldName: 'id', value: 'contacts-0000001' }]);
        const filtered = await contactsOf(-1, { filtersJson, backfillFiltersJson: filtersJson });
        await filtered.follow();
        await filtered.runDue();
        expect(await filtered.operations('backfill')).toMatchObject([{ records_estimated_total: -1 }]);
      },
    );

    promise(
      `deploys, failures, pauses and changes in random order: all wanted records arrive, over ${SEEDS} seeds`,
      { without: ['backfillDifference', 'resumeAtWatermark'], timeout: 900_000 },
      async () => {
        for (let seed = 1; seed <= SEEDS; seed += 1) {
          const dice = seededRandom(seed);
          const contacts = await contactsOf(dice.pick([0, 10, 30]), {}, { autoPauseAfter: 2, overlap: 0 });
          await contacts.follow();
          const added: string[] = [];
          const steps = {
            deploy: () => contacts.configure({ backfillDays: dice.pick([0, 5, 20, 40, 60]) }),
            disable: () => contacts.configure({ disabled: dice.pick([true, false]) }),
            run: () => contacts.runDue(),
            fail: () => contacts.failedTick(),
            tick: () => contacts.tick(),
            pause: () => contacts.setPaused(dice.pick([true, false])),
            change: async () => void added.push(...contacts.sandbox.control.addRecords('contacts', 1)),
          };
          const names = Object.keys(steps) as (keyof typeof steps)[];
          const taken: string[] = [];
          for (let i = 0; i < 25; i += 1) {
            const [one, other] = [dice.pick(names), dice.pick(names)];
            taken.push(`${one}+${other}`);
            await Promise.all([steps[one](), steps[other]()]);
          }
          await contacts.configure({ backfillDays: 80, disabled: false });
          await contacts.setPaused(false);
          do await contacts.deferralsAreOver();
          while ((await contacts.runDue()).length > 0);
          await contacts.tick();
          const now = Date.now();
          const delivered = new Set(await contacts.delivered());
          const wanted = [...idsWithin(await everything(contacts), now - 80 * DAY, now + DAY), ...added];
          const lost = wanted.filter((id) => !delivered.has(id));
          expect({ seed, lost, taken: lost.length > 0 ? taken : [] }).toEqual({ seed, lost: [], taken: [] });
          const done = (await contacts.operations('backfill')).filter(({ state }) => state === 'success');
          expect(await contacts.events('read.backfill.done')).toHaveLength(done.length);
          await contacts.stop();
        }
        object = undefined;
      },
    );
  });
});

/** The sandbox as a provider whose total is the number of remaining records. */
function countingDown({ send }: ScheduledObject): SendRequest {
  return async (request) => {
    const response = await send(request);
    return { ...response, text: response.text.replace(/"total":(\d+)/, (_, total) => `"total":${Number(total) - 40}`) };
  };
}

/** The sandbox as a provider without an end filter; and as one whose records also have no times. */
function endless(folders: string[]) {
  const extraDir = mkdtempSync(join(tmpdir(), 'causeway-endless-'));
  folders.push(extraDir);
  const file = readFileSync(assetPath('connectors/providers/sandbox.yaml'), 'utf8').replace(/^ *until:.*\n/m, '');
  writeFileSync(join(extraDir, 'endless.yaml'), file.replace(/^name: sandbox/m, 'name: endless'));
  const timeless = file
    .replace(/^name: sandbox/m, 'name: timeless')
    .replace(/updatedAt: updated_at/, 'updatedAt: nowhere');
  writeFileSync(join(extraDir, 'timeless.yaml'), timeless);
  return loadProviders({ extraDir });
}
