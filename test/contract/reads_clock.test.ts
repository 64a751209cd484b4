import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';

const HOUR = 3_600_000;
const RECORDS = 250;

/** What docs/guides/running.md says under "When the clock jumps". */
forEachEngine((engine) => {
  describe('reads whose clock jumps', () => {
    const db = engine.suiteDatabase(migrations);
    const plan = aReadPlan();
    let reads: ReadsFixture;
    let ahead = 0;

    beforeEach(async () => {
      await emptyReads(db());
      ahead = 0;
      reads = await readsFixture(db(), {
        plans: [plan],
        sandbox: { records: RECORDS },
        clock: { now: () => Date.now() + ahead },
      });
    });
    afterEach(async () => {
      setDatabaseClock(db(), undefined);
      await reads.stop();
    });

    const trigger = () =>
      reads.useCases.triggerRead({ ...plan, groupRef: 'acme', sinceTimestamp: '', untilTimestamp: '' });
    const states = (): Promise<string[]> => db()('operations').orderBy('id').pluck('state');
    /** Seen by leases and due times alone. */
    const databaseJumps = (offsetMs: number) => setDatabaseClock(db(), { originMs: 0, offsetMs, scale: 1 });

    it('H8: 30 days forward: the read fails with the limit of 7 days, and the next one succeeds', async () => {
      const jumping = reads.useCasesWith(async (...asked) => {
        const answer = await reads.send(...asked);
        ahead = 30 * 24 * HOUR;
        return answer;
      });
      await trigger();
      await reads.runDue(jumping);
      const [failed] = await db()('operations').select('state', 'result');
      expect(failed).toMatchObject({ state: 'failure', result: expect.stringContaining('CAUSEWAY_READS_MAX_TIME_MS') });
      await trigger();
      await reads.runDue();
      expect(await states()).toEqual(['failure', 'success']);
    });

    it('H8: 2 hours back: what a process that has ended held waits until the clock has caught up', async () => {
      await trigger();
      expect(await reads.stores.operations.claim(1, reads.deps.config.lease)).toHaveLength(1);
      databaseJumps(-2 * HOUR);
      expect(await reads.runDue()).toEqual([]);
      databaseJumps(reads.deps.config.lease + 1_000);
      await reads.runDue();
      expect(await states()).toEqual(['success']);
    });
  });
});
