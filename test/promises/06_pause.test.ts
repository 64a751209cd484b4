import process from 'node:process';
import { afterEach, describe, expect } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { sqlStores } from '../../services/reads/stores.ts';
import { makeUseCases } from '../../services/reads/use_cases.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aScheduledObject, type ScheduledObject } from '../support/scheduled_object.ts';

const CYCLES = process.env['CAUSEWAY_PROMISES'] === 'full' ? 1_000 : 30;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** From its place, less the overlap; a slow machine takes some seconds of lag for the provider's clock besides. */
function expectToContinueAt(watermark: number, sinceTime: number | null | undefined): void {
  expect(watermark - 5 * MINUTE - (sinceTime ?? Number.NaN)).toBeGreaterThanOrEqual(0);
  expect(watermark - 6 * MINUTE - (sinceTime ?? Number.NaN)).toBeLessThan(0);
}

forEachEngine((engine) => {
  describe('promise 6: pause', () => {
    const db = engine.suiteDatabase(migrations);
    let object: ScheduledObject | undefined;
    afterEach(async () => {
      await object?.stop();
      object = undefined;
    });

    async function scheduled(given?: Parameters<typeof aScheduledObject>[1]): Promise<ScheduledObject> {
      object = await aScheduledObject(db(), { sandbox: { epoch: Date.now(), records: 40 }, ...given });
      await object.follow();
      return object;
    }

    promise(
      `no scheduled read starts after a pause was acknowledged, and each pause has one event, in ${CYCLES} cycles against two schedulers`,
      { without: 'pause', timeout: 600_000 },
      async () => {
        const contacts = await scheduled();
        const other = makeUseCases({ ...contacts.deps });
        for (let i = 0; i < CYCLES; i += 1) {
          await db()('operations').del();
          await contacts.makeDue();
          const ticks = [contacts.useCases.startDueReads(), other.startDueReads()];
          await Promise.all([contacts.setPaused(true), i % 3 === 0 ? contacts.setPaused(true) : undefined]);
          const atAck = (await contacts.operations()).length;
          await Promise.all(ticks);
          expect(await contacts.operations()).toHaveLength(atAck);
          await db()('operations').del();
          await contacts.makeDue();
          await Promise.all([contacts.useCases.startDueReads(), other.startDueReads()]);
          expect(await contacts.operations()).toEqual([]);
          await Promise.all([contacts.setPaused(false), i % 3 === 0 ? contacts.setPaused(false) : undefined]);
        }
        expect(await contacts.pauses()).toHaveLength(CYCLES);
      },
    );

    promise(
      'ten failed reads in a row pause the object, with one event with the last failure, although two workers end each read',
      { without: 'autoPause' },
      async () => {
        const contacts = await scheduled();
        for (let i = 1; i <= 10; i += 1) await failTwice(contacts);
        expect(await contacts.schedule()).toMatchObject({ is_paused: 1, state: 'paused', failures: 10 });
        const [event, ...others] = await contacts.pauses();
        expect(others).toEqual([]);
        expect(event).toMatchObject({
          projectId: contacts.plan.projectId,
          installationId: contacts.plan.installationId,
          groupRef: 'acme',
          consumerRef: 'ada',
          config: { provider: 'sandbox' },
          error: expect.stringMatching(/^10 scheduled reads of person failed in a row\. Last error: .*500/),
        });
        const last = (await contacts.operations()).at(-1);
        const paused = { severity: 'ERROR', error: event?.['error'] };
        expect(await contacts.logs(last?.id)).toContainEqual(expect.objectContaining(paused));
        expect(await contacts.tick()).toBeUndefined();
      },
    );

    /** A tick whose read is held by two workers, as after a long freeze of the first. */
    async function failTwice(contacts: ScheduledObject): Promise<void> {
      contacts.sandbox.control.addFault({ kind: '500', object: 'contacts', times: 10 });
      await contacts.makeDue();
      await contacts.startDue();
      const [operation] = await contacts.stores.operations.claim(1, 10_000);
      if (!operation) throw new Error('No operation could be claimed.');
      const other = makeUseCases({ ...contacts.deps, stores: sqlStores(db()) });
      const run = (useCases: typeof other) => useCases.runOperation(operation, new AbortController().signal);
      await Promise.all([run(contacts.useCases), run(other)]);
      contacts.sandbox.control.clearFaults();
    }

    promise(
      'three reads with refused credentials pause the object',
      { without: ['autoPause', 'refusals'] },
      async () => {
        const contacts = await scheduled();
        contacts.installation.key = 'revoked';
        for (let i = 0; i < 2; i += 1) await contacts.tick();
        expect(await contacts.schedule()).toMatchObject({ is_paused: 0, refusals: 2 });
        await contacts.tick();
        expect((await contacts.pauses()).map(({ error }) => error)).toEqual([
          expect.stringMatching(
            /^3 scheduled reads of person failed in a row because the credentials were refused\. Last error: /,
          ),
        ]);
        expect((await contacts.operations()).map(({ state }) => state)).toEqual(['failure', 'failure', 'failure']);
      },
    );

    promise(
      'refused credentials block nothing after the customer has signed in again: the object continues where it was',
      { without: 'causeGone' },
      async () => {
        const contacts = await scheduled();
        await contacts.tick();
        const { watermark } = await contacts.schedule();
        contacts.installation.key = 'revoked';
        const added: string[] = [];
        for (let i = 0; i < 3; i += 1) {
          added.push(...contacts.sandbox.control.addRecords('contacts', 1));
          expect(await contacts.tick()).toMatchObject({ state: 'failure' });
        }
        await contacts.reconnect(newId());
        expect(await contacts.schedule()).toMatchObject({ state: 'paused', refusals: 3 });
        await contacts.reconnect();
        expect(await contacts.schedule()).toMatchObject({ state: 'armed', is_paused: 0, failures: 0, pause_note: '' });
        expect((await contacts.schedule()).next_time - Date.now()).toBeLessThanOrEqual(31 * MINUTE);
        const next = await contacts.tick();
        expect(next?.state).toBe('success');
        expectToContinueAt(watermark, next?.sinceTime);
        expect(await contacts.delivered()).toEqual(expect.arrayContaining(added));

        // Not yet paused: the refusals neither count any more nor delay the next start.
        await contacts.failedTick();
        contacts.installation.key = 'revoked';
        contacts.useCases.forgetCredentials();
        for (let i = 0; i < 2; i += 1) await contacts.tick();
        expect((await contacts.schedule()).next_time - Date.now()).toBeGreaterThan(31 * MINUTE);
        await contacts.reconnect();
        expect(await contacts.schedule()).toMatchObject({ state: 'armed', failures: 1, refusals: 0 });
        expect((await contacts.schedule()).next_time - Date.now()).toBeLessThanOrEqual(31 * MINUTE);
      },
    );

    promise(
      'an installation that gets another connection continues too, if the previous one was refused',
      { without: 'causeGone' },
      async () => {
        const contacts = await scheduled();
        contacts.installation.key = 'revoked';
        for (let i = 0; i < 3; i += 1) await contacts.tick();
        await contacts.configure({ pageSize: 50 });
        expect(await contacts.schedule()).toMatchObject({ state: 'paused', is_paused: 1 });
        await contacts.configure({ connectionId: newId() });
        expect(await contacts.schedule()).toMatchObject({ state: 'armed', is_paused: 0, refusals: 0 });
      },
    );

    promise('a sign-in ends no pause with another cause', { without: 'pause' }, async () => {
      const contacts = await scheduled({ config: { autoPauseAfter: 2 } });
      for (let i = 0; i < 2; i += 1) await contacts.failedTick();
      await contacts.reconnect();
      expect(await contacts.tick()).toBeUndefined();
      await contacts.setPaused(false);
      contacts.installation.key = 'revoked';
      contacts.useCases.forgetCredentials();
      for (let i = 0; i < 2; i += 1) await contacts.tick();
      await contacts.setPaused(true, 'while we look at it');
      await contacts.reconnect();
      expect(await contacts.tick()).toBeUndefined();
      expect((await contacts.pauses()).map(({ error }) => error)).toEqual([
        expect.stringMatching('failed in a row'),
        expect.stringMatching('failed in a row'),
      ]);
      await contacts.setPaused(false);
      expect(await contacts.tick()).toMatchObject({ state: 'success' });
    });

    promise(
      'each failure doubles the delay of the next start, up to six hours, rounded up to a tick',
      { without: 'backOff' },
      async () => {
        const contacts = await scheduled();
        for (const wait of [10 * MINUTE, 20 * MINUTE, 40 * MINUTE, 80 * MINUTE, 160 * MINUTE, 320 * MINUTE, 6 * HOUR]) {
          const before = Date.now();
          const operation = await contacts.failedTick();
          const { next_time: next } = await contacts.schedule();
          expect(next - before).toBeGreaterThanOrEqual(wait);
          // The next tick is at most half an hour away, and a start at most a minute after its tick.
          expect(next - Date.now()).toBeLessThanOrEqual(wait + 31 * MINUTE);
          expect(next % (30 * MINUTE)).toBeLessThan(MINUTE);
          const details = expect.objectContaining({ nextStart: new Date(next).toISOString() });
          expect(await contacts.logs(operation?.id)).toContainEqual(expect.objectContaining({ details }));
        }
      },
    );

    promise('a success resets the count, and so does an unpause', { without: 'successResets' }, async () => {
      const contacts = await scheduled({ config: { autoPauseAfter: 3 } });
      for (let i = 0; i < 2; i += 1) await contacts.failedTick();
      expect(await contacts.tick()).toMatchObject({ state: 'success' });
      for (let i = 0; i < 2; i += 1) await contacts.failedTick();
      expect(await contacts.pauses()).toEqual([]);
      await contacts.failedTick();
      expect(await contacts.pauses()).toHaveLength(1);
      await contacts.setPaused(false);
      expect(await contacts.schedule()).toMatchObject({ failures: 0, state: 'armed', pause_note: '' });
      for (let i = 0; i < 2; i += 1) await contacts.failedTick();
      expect(await contacts.pauses()).toHaveLength(1);
    });

    promise(
      'a pause does not stop triggered reads and backfills, and they do not count',
      { without: 'countScheduled' },
      async () => {
        const contacts = await scheduled({ config: { autoPauseAfter: 2 }, plan: { backfillDays: -1 } });
        contacts.sandbox.control.addFault({ kind: '500', object: 'contacts', times: 3 });
        await contacts.runDue();
        for (let i = 0; i < 2; i += 1) {
          await contacts.trigger();
          await contacts.runDue();
        }
        expect(await contacts.schedule()).toMatchObject({ failures: 0, is_paused: 0 });
        await contacts.failedTick();
        await contacts.setPaused(true);
        await contacts.trigger();
        await contacts.runDue();
        expect((await contacts.operations('triggered')).at(-1)).toMatchObject({ state: 'success' });
        expect(await contacts.schedule()).toMatchObject({ failures: 1, is_paused: 1 });
      },
    );

    promise(
      'a paused object continues where it was: all changes during the pause arrive',
      { without: 'resumeAtWatermark' },
      async () => {
        let now = Date.now();
        const clock = { now: () => now };
        const sandbox = { records: 20, epoch: now - HOUR, clock };
        const contacts = await scheduled({ clock, sandbox });
        await contacts.tick();
        const { watermark } = await contacts.schedule();
        await contacts.setPaused(true, 'maintenance');
        const changed: string[] = [];
        for (let day = 0; day < 3; day += 1) {
          now += 24 * HOUR;
          changed.push(...contacts.sandbox.control.addRecords('contacts', 2));
          expect(await contacts.tick()).toBeUndefined();
        }
        now += 24 * HOUR;
        await contacts.setPaused(false);
        const { next_time: next } = await contacts.schedule();
        expect(next % (30 * MINUTE)).toBeLessThan(MINUTE);
        const read = await contacts.tick();
        expect(read).toMatchObject({ state: 'success' });
        // Earlier by the apparent lag of the provider's clock, which is the real clock.
        expect(read?.sinceTime).toBeLessThanOrEqual(watermark - 5 * MINUTE);
        expect(await contacts.delivered()).toEqual(expect.arrayContaining(changed));
      },
    );

    promise(
      'a disabled object starts nothing and refuses triggers; after enabling it continues where it was',
      { without: 'disabled' },
      async () => {
        const contacts = await scheduled();
        await contacts.tick();
        const { watermark } = await contacts.schedule();
        await contacts.configure({ disabled: true });
        expect(await contacts.tick()).toBeUndefined();
        expect(await contacts.schedule()).toMatchObject({ state: 'idle', failures: 0, watermark });
        // The installation service refuses a trigger; an operation that was queued just before ends by itself.
        const late = await contacts.trigger();
        await contacts.runDue();
        expect((await contacts.useCases.getOperation(contacts.plan.projectId, late)).result).toMatch('disabled');
        const [added] = contacts.sandbox.control.addRecords('contacts', 1);
        await contacts.configure({ disabled: false });
        const next = await contacts.tick();
        expect(next?.state).toBe('success');
        expectToContinueAt(watermark, next?.sinceTime);
        expect(await contacts.delivered()).toContain(added);
      },
    );

    promise('nothing is paused when that is switched off', { without: 'backOff' }, async () => {
      const contacts = await scheduled({ config: { autoPauseAfter: 0, autoPauseRefusals: 1 } });
      contacts.installation.key = 'revoked';
      const before = Date.now();
      for (let i = 0; i < 12; i += 1) await contacts.tick();
      expect(await contacts.schedule()).toMatchObject({ is_paused: 0, failures: 12, refusals: 12 });
      expect((await contacts.schedule()).next_time - before).toBeGreaterThanOrEqual(6 * HOUR);
      expect(await contacts.pauses()).toEqual([]);
    });
  });
});
