import { describe, expect, it } from '@jest/globals';
import { SLOT_MS } from '../../lib/counts/counts.ts';
import { newId } from '../../lib/ids/ids.ts';
import { makeProxyCounts } from '../../services/writes/proxy/proxy_counts.ts';
import { forEachEngine } from '../support/engines.ts';
import { writesTables, writesWorld } from '../support/writes_world.ts';

const START = 1_800_000_000_000;
const ASKED = { since: START, until: START + 2 * SLOT_MS, step: '5m' };

forEachEngine((engine) => {
  describe('the counts of the proxy', () => {
    const db = engine.suiteDatabase(writesTables);

    /** The clock stands at `now.ms`; each test has a project of its own. */
    async function aWorld() {
      const now = { ms: START };
      const clock = { now: () => now.ms };
      const world = await writesWorld(db(), { clock });
      const counts = makeProxyCounts({ stores: world.stores, clock });
      const projectId = newId();
      const happen = (status: number, provider = 'hubspot') => counts.note({ projectId, provider, status });
      const listed = async () => (await counts.list({ projectId, ...ASKED })).map((slot) => slot.counts);
      return { now, world, counts, projectId, happen, listed, stop: world.stop };
    }

    it('are by provider and status, in the slot in which a request ended', async () => {
      const { now, counts, projectId, happen, listed, stop } = await aWorld();
      for (const status of [200, 404, 200]) happen(status);
      happen(200, 'asana');
      counts.note({ projectId, provider: 'hubspot', problem: 'deadlineExceeded' });
      await counts.write();
      now.ms += SLOT_MS;
      happen(200);
      await counts.write();
      await counts.write();
      expect(await listed()).toEqual([
        [
          { provider: 'asana', status: 200, requests: 1 },
          { provider: 'hubspot', status: 200, requests: 2 },
          { provider: 'hubspot', status: 404, requests: 1 },
          { provider: 'hubspot', status: 504, requests: 1 },
        ],
        [{ provider: 'hubspot', status: 200, requests: 1 }],
      ]);
      await stop();
    });

    it('are of the requests that the proxy serves, and no counts of records', async () => {
      const { world, projectId, stop } = await aWorld();
      await world.stores.counts.add(projectId, START, { written: 3 });
      await world.stores.proxyCounts.add(projectId, START, { 'proxy sandbox 200': 2 });
      const asked = { projectId, ...ASKED };
      expect((await world.useCases.listProxyCounts(asked))[0]?.counts).toEqual([
        { provider: 'sandbox', status: 200, requests: 2 },
      ]);
      expect((await world.useCases.listRecordCounts(asked))[0]?.counts).toEqual({ written: 3, failed: 0 });
      await stop();
    });

    it('keep what could not be written for the next time', async () => {
      const { counts, happen, listed, stop } = await aWorld();
      happen(200);
      await db().schema.renameTable('counts', 'counts_gone');
      await expect(counts.write()).rejects.toThrow();
      happen(200);
      await db().schema.renameTable('counts_gone', 'counts');
      await counts.write();
      expect(await listed()).toEqual([[{ provider: 'hubspot', status: 200, requests: 2 }], []]);
      await stop();
    });

    it('hold a bounded number of kinds, whatever providers answer', async () => {
      const { counts, happen, listed, stop } = await aWorld();
      for (const status of [520, 299, 999, 99]) happen(status);
      happen(200, 'a name with spaces');
      happen(200, 'x'.repeat(51));
      for (let at = 0; at < 6_000; at += 1) happen(200, `provider-${at}`);
      await counts.write();
      const [found = []] = await listed();
      expect(found).toHaveLength(5_000);
      expect(found.filter(({ provider }) => !provider.startsWith('provider-'))).toEqual([
        { provider: 'hubspot', status: 200, requests: 1 },
        { provider: 'hubspot', status: 500, requests: 3 },
        { provider: 'other', status: 200, requests: 2 },
      ]);
      await stop();
    });
  });
});
