import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadProviders } from '../../connectors/engine/catalogue/providers.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';

const ACME: Provider = {
  name: 'acme',
  displayName: 'Acme',
  baseURL: 'https://acme.example',
  auth: { type: 'none' },
  support: ['read'],
  objects: {
    contacts: {
      id: 'id',
      path: '/rows',
      records: '',
      job: {
        create: { path: '/exports' },
        keep: { id: 'id' },
        poll: { path: '/exports/{parent.job.id}' },
        status: 'state',
        done: ['ready'],
        waitSeconds: 60,
        results: { path: '/exports/{parent.job.id}/rows', format: 'csv', records: '', paging: { kind: 'none' } },
      },
    },
  },
};

/** A provider whose export is ready after `polls` polls, with a count of the created exports. */
function exporting(polls: number) {
  const state = { made: 0, asked: 0 };
  const answer = (body: string) => ({ status: 200, headers: {}, text: body });
  const send: SendRequest = async ({ method, url }) => {
    if (method === 'POST') return answer(JSON.stringify({ id: `e${(state.made += 1)}` }));
    if (url.endsWith('/rows')) return answer('id,email\n1,a@x.example\n2,b@x.example\n');
    state.asked += 1;
    return answer(JSON.stringify({ state: state.asked > polls ? 'ready' : 'running' }));
  };
  return { state, send };
}

forEachEngine((engine) => {
  describe('a read whose provider prepares the records first', () => {
    const db = engine.suiteDatabase(migrations);
    const catalogue = loadProviders();
    const providers = { ...catalogue, get: (name: string) => (name === 'acme' ? ACME : catalogue.get(name)) };
    let reads: ReadsFixture;
    let plan = aReadPlan();
    const trigger = () =>
      reads.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        groupRef: 'acme',
        objectName: 'person',
        sinceTimestamp: '',
        untilTimestamp: '',
      });
    const operation = (id: string) => reads.useCases.getOperation(plan.projectId, id);
    const waitOver = () => db()('operations').where({ state: 'parked' }).update({ next_time: 1 });

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_logs', 'messages', 'outbox', 'outbox_acks'])
        await db()(table).del();
      plan = aReadPlan({ provider: 'acme' });
      reads = await readsFixture(db(), { plans: [plan] });
    });
    afterEach(() => reads.stop());

    it('is parked until then, without a worker and without using a try, for any number of polls', async () => {
      const { state, send } = exporting(7);
      const useCases = reads.useCasesWith(send, { providers });
      const id = await trigger();
      await reads.runDue(useCases);
      expect((await operation(id)).state).toBe('parked');
      const [row] = await db()('operations').where({ id }).select('next_time', 'tries', 'rate_limits');
      expect(row.next_time - Date.now()).toBeGreaterThan(50_000);
      expect(row.next_time - Date.now()).toBeLessThan(70_000);
      expect([row.tries, row.rate_limits]).toEqual([0, 0]);
      expect(await reads.runDue(useCases)).toEqual([]);
      // More than the three tries of a read.
      for (let i = 0; i < 8; i += 1) {
        await waitOver();
        await reads.runDue(useCases);
      }
      expect(await operation(id)).toMatchObject({ state: 'success', attempts: 1, recordsProcessed: 2 });
      expect(recordIds(await reads.messages())).toEqual(['1', '2']);
      expect(state).toEqual({ made: 1, asked: 8 });
    });

    it('continues with the same export when its worker dies while polling or reading', async () => {
      const { state, send } = exporting(1);
      const id = await trigger();
      await reads.runDue(reads.useCasesWith(send, { providers }));
      for (const dying of ['/exports/e1', '/rows']) {
        await waitOver();
        const frozen: SendRequest = (request) => (request.url.endsWith(dying) ? new Promise(() => {}) : send(request));
        const [claimed] = await reads.stores.operations.claim(1, 10_000);
        if (!claimed) throw new Error('Nothing was claimed.');
        void reads.useCasesWith(frozen, { providers }).runOperation(claimed, new AbortController().signal);
        await db()('operations').where({ state: 'running' }).update({ lease_until: 1 });
        await reads.runDue(reads.useCasesWith(send, { providers }));
      }
      expect(await operation(id)).toMatchObject({ state: 'success', recordsProcessed: 2 });
      expect(recordIds(await reads.messages())).toEqual(['1', '2']);
      expect(state.made).toBe(1);
    });
  });
});
