import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import type { Rules } from '../../lib/rules/rules.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aReadPlan, readsFixture, recordIds, type ReadsFixture } from '../support/reads_fixture.ts';

const RECORDS = 6_000;
/** Eight pages are being committed at most, eight lie ready, and one is on its way. */
const MOST_AHEAD = 17;

/** How much memory a million records take is measured by `npm run bench -- memory`; here, what keeps it from growing. */
forEachEngine((engine) => {
  describe('14. a read', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture | undefined;
    const plan = aReadPlan({ pageSize: 50 });

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_pages', 'messages', 'turns']) await db()(table).del();
    });
    afterEach(() => reads?.stop());

    promise(
      'is never more than a few pages ahead of what is committed, however slow the database is',
      { without: 'bounded' },
      async (rules: Rules) => {
        await reads?.stop();
        reads = await readsFixture(db(), { plans: [plan], sandbox: { records: RECORDS }, rules });
        const fixture = reads;
        let asked = 0;
        let ahead = 0;
        const send: typeof fixture.send = async (request) => {
          asked += 1;
          ahead = Math.max(ahead, asked - committed);
          return fixture.send(request);
        };
        let committed = 0;
        const stores = {
          ...fixture.stores,
          transaction: async <T>(work: Parameters<typeof fixture.stores.transaction<T>>[0]) => {
            await sleep(100);
            const result = await fixture.stores.transaction(work);
            const row = await db()('operations').first('page_seq');
            committed = Number(row?.page_seq ?? 0);
            return result;
          },
        };
        await trigger(fixture);
        await fixture.runDue(fixture.useCasesWith(send, { stores, rules }));
        expect(new Set(recordIds(await fixture.messages())).size).toBe(RECORDS);
        expect(ahead).toBeLessThanOrEqual(MOST_AHEAD);
      },
    );

    async function trigger({ useCases }: ReadsFixture) {
      const { projectId, integrationId } = plan;
      const span = { sinceTimestamp: '', untilTimestamp: '' };
      return useCases.triggerRead({ projectId, integrationId, groupRef: 'acme', objectName: 'person', ...span });
    }
  });
});
