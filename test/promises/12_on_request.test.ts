import { beforeEach, describe, expect } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { dying, seeded } from '../support/ledger_world.ts';
import { promise } from '../support/promise.ts';

const SEEDS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 100 : 8;
const TABLES = ['schedules', 'operations', 'operation_logs', 'operation_pages', 'messages', 'held_messages', 'outbox'];

forEachEngine((engine) => {
  describe('results on request', () => {
    const db = engine.suiteDatabase(migrations);
    beforeEach(empty);

    async function empty(): Promise<void> {
      for (const table of TABLES) await db()(table).del();
    }

    /** An object whose reads have five pages of fifty, and the messages that notifications received of it. */
    async function world(plan = aReadPlan({ deliveryMode: 'onRequest', pageSize: 50 })) {
      const reads = await readsFixture(db(), { plans: [plan], sandbox: { records: 250 } });
      const trigger = () => reads.useCases.triggerRead({ ...plan, sinceTimestamp: '', untilTimestamp: '' });
      const ask = (pages: number, useCases = reads.useCases) => useCases.deliverResults({ ...plan, pages });
      const told = async () => {
        const sequences = new Map((await reads.messages()).map(({ id, sequence }) => [id, sequence]));
        const events = (await reads.events('read.page.committed')) as { messageIds: string[] }[];
        return events.flatMap(({ messageIds }) => messageIds.map((id) => sequences.get(id) ?? 0));
      };
      const held = async () => Number((await db()('held_messages').count({ n: '*' }))[0]?.['n']);
      const credit = async () => Number((await db()('schedules').sum({ n: 'page_credit' }))[0]?.['n']);
      return { reads, plan, trigger, ask, told, held, credit };
    }

    const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

    promise(
      'are released in order up to the requested number, and later reads serve the rest of the request',
      { without: 'pageCredit' },
      async () => {
        const { reads, trigger, ask, told, held, credit } = await world();
        try {
          await trigger();
          await reads.runDue();
          expect(await told()).toEqual([]);
          await ask(2);
          expect(await told()).toEqual(upTo(2));
          await ask(5);
          expect([await told(), await held(), await credit()]).toEqual([upTo(5), 0, 2]);
          await trigger();
          await reads.runDue();
          expect([await told(), await held(), await credit()]).toEqual([upTo(7), 3, 0]);
        } finally {
          await reads.stop();
        }
      },
    );

    promise(
      'are released once and never beyond the requested number, with concurrent requests, commits and dying processes',
      { without: 'pageCredit' },
      async () => {
        for (let seed = 1; seed <= SEEDS; seed += 1) {
          await empty();
          const dice = seeded(seed);
          const { reads, trigger, ask, told, held, credit } = await world();
          try {
            let asked = 0;
            const askSome = async () => {
              const pages = dice.below(5);
              asked += pages;
              await ask(pages);
            };
            for (let round = 0; round < 3; round += 1) {
              await trigger();
              const dies = dying(reads.stores, 2 + dice.below(4), dice.pick(['before', 'after']));
              await Promise.all([reads.runDue(reads.useCasesWith(reads.send, { stores: dies })), askSome(), askSome()]);
              await db()('operations').where({ state: 'running' }).update({ lease_until: 1 });
              await db()('operations').where({ state: 'parked' }).update({ next_time: 0 });
              await Promise.all([reads.runDue(), askSome()]);
            }
            while (await reads.useCases.deliverOwing());
            const sequences = (await told()).sort((a, b) => a - b);
            const stored = (await reads.messages()).length;
            expect({ seed, sequences, held: await held() }).toEqual({
              seed,
              sequences: upTo(Math.min(asked, stored)),
              held: Math.max(0, stored - asked),
            });
            expect(await credit()).toBe(Math.max(0, asked - stored));
          } finally {
            await reads.stop();
          }
        }
      },
    );

    promise(
      'are all released when the object changes to automatic delivery; back on request the credit is zero',
      { without: 'pageCredit' },
      async () => {
        const { reads, plan, trigger, ask, told, held } = await world();
        const turn = async (deliveryMode: string) => {
          Object.assign(plan, { deliveryMode, installationUpdateTime: plan.installationUpdateTime + 1 });
          await reads.useCases.followInstallation(newId(), plan);
        };
        try {
          await ask(1);
          await trigger();
          await reads.runDue();
          expect([await told(), await held()]).toEqual([[1], 4]);
          await turn('auto');
          while (await reads.useCases.deliverOwing());
          expect([await told(), await held()]).toEqual([upTo(5), 0]);
          await turn('onRequest');
          await trigger();
          await reads.runDue();
          expect([await told(), await held()]).toEqual([upTo(5), 5]);
          for (const { body } of await reads.messages())
            expect((body['result'] as unknown[]).length).toBeLessThanOrEqual(50);
        } finally {
          await reads.stop();
        }
      },
    );

    promise(
      'are not overtaken by newer ones when the object changes to automatic delivery, with any number of held ones',
      { without: 'heldFirst' },
      async () => {
        // 250 messages: more than one transaction releases.
        const { reads, plan, trigger, told, held } = await world(aReadPlan({ deliveryMode: 'onRequest', pageSize: 1 }));
        try {
          await trigger();
          await reads.runDue();
          expect([await told(), await held()]).toEqual([[], 250]);
          Object.assign(plan, { deliveryMode: 'auto', installationUpdateTime: plan.installationUpdateTime + 1 });
          await reads.useCases.followInstallation(newId(), plan);
          expect(await told()).toEqual(upTo(200));
          await trigger();
          await reads.runDue();
          while (await reads.useCases.deliverOwing());
          const sent = await told();
          expect(sent.length).toBeGreaterThan(250);
          expect([sent, await held()]).toEqual([upTo(sent.length), 0]);
        } finally {
          await reads.stop();
        }
      },
    );
  });
});
