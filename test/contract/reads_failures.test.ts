import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Problem } from '../../lib/problem/problem.ts';
import { makeBoundary } from '../../services/reads/boundary/boundary.ts';
import type { InstallationClient } from '../../services/reads/installation.ts';
import { envelopeOf } from '../../services/reads/messages/page_messages.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { makeCommitPages } from '../../services/reads/runs/commit_pages.ts';
import { aReadPlan, type ReadsFixture, readsFixture, recordIds } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';

forEachEngine((engine) => {
  describe('a read that meets a failure', () => {
    const db = engine.suiteDatabase(migrations);
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
    const waitOver = async () => {
      await db()('operations').where({ state: 'parked' }).update({ next_time: 1 });
      // The whole connection waits as long as the provider demands, not only the operation.
      await db()('rate_budgets').del();
    };
    const lines = async (id: string) =>
      (await reads.useCases.listOperationLogs(plan.projectId, id)).map(({ msg, error }) =>
        error ? `${msg} ${error}` : msg,
      );

    beforeEach(async () => {
      for (const table of ['schedules', 'operations', 'operation_logs', 'messages', 'outbox', 'outbox_acks'])
        await db()(table).del();
      plan = aReadPlan();
      reads = await readsFixture(db(), { plans: [plan] });
    });
    afterEach(() => reads.stop());

    it('waits as long as the provider demands after a 429, without a worker', async () => {
      reads.sandbox.control.addFault({ kind: '429', times: 1, afterPage: 1, retryAfter: 7 });
      const id = await trigger();
      await reads.runDue();
      expect((await operation(id)).state).toBe('parked');
      const [row] = await db()('operations').where({ id }).select('next_time');
      expect(row.next_time - Date.now()).toBeGreaterThan(4_000);
      expect(row.next_time - Date.now()).toBeLessThan(9_000);
      expect(await reads.runDue()).toEqual([]);
      expect(await lines(id)).toContainEqual(expect.stringMatching(/^Trying again in 7 s\. Sandbox answered 429/));
      await waitOver();
      await reads.runDue();
      expect(await operation(id)).toMatchObject({ state: 'success', attempts: 2, recordsProcessed: 250 });
      expect(new Set(recordIds(await reads.messages())).size).toBe(250);
    });

    it('logs a note once, and not before the commit of a page that has it', async () => {
      const id = await trigger();
      const operation = (await reads.stores.operations.claim(1, 60_000))[0]!;
      const state = { loggedNotes: new Set<string>(), boundary: null };
      const run = { operation, plan, envelope: envelopeOf(plan, operation), startTime: 1, state };
      const { deps } = reads;
      const commitWith = (stores: typeof deps.stores) =>
        makeCommitPages({
          ...deps,
          stores,
          links: { urlOf: () => '' } as never,
          boundary: makeBoundary({ ...deps, isIncremental: () => false, overlapMs: 0 }),
          leaseMs: 60_000,
          archiveMs: 0,
        });
      const page = { records: [], fetched: 0, skipped: {}, estimatedTotal: null, lagMs: 0, waitMs: 0 };
      const at = (firstPageSeq: number) => ({
        pages: [{ ...page, nextCursorJson: '{}', notes: ['id taken from uid'] }],
        firstPageSeq,
        estimatedTotal: -1,
        lagMs: 0,
      });
      const full = { ...deps.stores, transaction: () => Promise.reject(new Error('no space left on device')) };
      await expect(commitWith(full)(run, at(1))).rejects.toThrow('no space');
      const committed = await commitWith(deps.stores)(run, at(1));
      await commitWith(deps.stores)(committed!.run, at(2));
      expect((await lines(id)).filter((line) => line.startsWith('Inferred'))).toEqual(['Inferred: id taken from uid.']);
    });

    it('F5: waits as long as the installation service is unavailable, without using a try', async () => {
      const unavailable = {
        ...reads.installation,
        listPlans: () => Promise.reject(new Problem('unavailable', 'Away.')),
      };
      const useCases = reads.useCasesWith(reads.send, { installation: unavailable });
      const id = await trigger();
      // More than the three tries of a read.
      for (let i = 0; i < 8; i += 1) {
        await reads.runDue(useCases);
        await waitOver();
      }
      expect((await operation(id)).state).toBe('parked');
      expect((await lines(id)).filter((line) => line.startsWith('Waiting for a part of Causeway'))).toHaveLength(1);
      await reads.runDue();
      expect(await operation(id)).toMatchObject({ state: 'success', recordsProcessed: 250 });
    });

    it('F1: keeps the slots of a worker whose run stops with an error', async () => {
      const run = { failed: 0 };
      reads.startWorker({
        concurrency: 1,
        leaseMs: 300,
        pollMs: 20,
        runOperation: async (...args) => {
          if ((run.failed += 1) > 2) return reads.useCases.runOperation(...args);
          throw new Error('no space left on device');
        },
      });
      const id = await trigger();
      await eventually(async () => expect((await operation(id)).state).toBe('success'), 30_000);
    });

    it('retries after a 500, and gives up after the configured tries', async () => {
      reads.sandbox.control.addFault({ kind: '500', times: 100 });
      const id = await trigger();
      for (let i = 0; i < 3; i += 1) {
        await reads.runDue();
        await waitOver();
      }
      expect(await operation(id)).toMatchObject({
        state: 'failure',
        attempts: 3,
        result: expect.stringMatching(/^\[person\] Sandbox answered 500/),
      });
      expect(await reads.events('read.triggered.error')).toEqual([
        expect.objectContaining({ error: expect.stringMatching(/500/), objectName: 'person' }),
      ]);
      expect((await reads.events('operation.changed')).map(({ status }) => status)).toEqual(['in_progress', 'failure']);
    });

    it('resets its tries after a successful page', async () => {
      reads.sandbox.control.addFault({ kind: '500', times: 2 });
      reads.sandbox.control.addFault({ kind: '500', times: 2, afterPage: 1 });
      const id = await trigger();
      for (let i = 0; i < 5; i += 1) {
        await reads.runDue();
        await waitOver();
      }
      expect(await operation(id)).toMatchObject({ state: 'success', attempts: 5 });
    });

    it('survives an answer that is truncated, invalid or missing', async () => {
      for (const kind of ['cut', 'invalid-json', 'drop-connection'] as const)
        reads.sandbox.control.addFault({ kind, times: 1, afterPage: 1 });
      const id = await trigger();
      for (let i = 0; i < 4; i += 1) {
        await reads.runDue();
        await waitOver();
      }
      expect((await operation(id)).state).toBe('success');
      expect(recordIds(await reads.messages())).toHaveLength(250);
    });

    it('fails when it would read in an endless loop', async () => {
      reads.sandbox.control.addFault({ kind: 'repeat-cursor', times: 1_000 });
      const id = await trigger();
      for (let i = 0; i < 12; i += 1) {
        await reads.runDue();
        await waitOver();
      }
      expect((await operation(id)).state).toBe('failure');
    });

    it('reports a 401 once, requests credentials again, and continues with the new ones', async () => {
      reads.sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
      const own = { key: 'sandbox-key', generation: 1 };
      const refreshing: InstallationClient = {
        ...reads.installation,
        async getCallAuth(projectId, connectionId) {
          const auth = await reads.installation.getCallAuth(projectId, connectionId);
          return { ...auth, headers: { 'X-Sandbox-Key': own.key }, generation: own.generation };
        },
        async reportRejected(_projectId, _connectionId, generation) {
          reads.installation.rejected.push(generation);
          Object.assign(own, { key: 'another-key', generation: 2 });
        },
      };
      const useCases = reads.useCasesWith(reads.send, { installation: refreshing });
      const id = await trigger();
      await reads.runDue(useCases);
      expect(reads.installation.rejected).toEqual([1]);
      expect((await operation(id)).state).toBe('success');
    });

    it('fails at once when the credentials stay bad', async () => {
      reads.sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
      const id = await trigger();
      await reads.runDue();
      expect(reads.installation.rejected).toEqual([1]);
      expect(await operation(id)).toMatchObject({
        state: 'failure',
        attempts: 1,
        result: expect.stringMatching(/^\[person\] Sandbox answered 401/),
      });
    });

    it('waits while the installation service is unavailable', async () => {
      const id = await trigger();
      const unavailable = {
        ...reads.installation,
        listPlans: async () => {
          throw new Problem('unavailable', 'The installation service did not answer in time.');
        },
      };
      await reads.runDue(reads.useCasesWith(reads.send, { installation: unavailable }));
      expect((await operation(id)).state).toBe('parked');
      await waitOver();
      await reads.runDue();
      expect((await operation(id)).state).toBe('success');
    });

    it('fails when the provider does not have the object', async () => {
      Object.assign(plan, { objectName: 'unicorns' });
      const id = await trigger();
      await reads.runDue();
      expect(await operation(id)).toMatchObject({
        state: 'failure',
        result: '[person] Sandbox has no object "unicorns".',
      });
    });

    it('gives up after it has killed its worker repeatedly', async () => {
      const id = await trigger();
      for (let i = 0; i < 3; i += 1) {
        await reads.stores.operations.claim(1, 1);
        await db()('operations').where({ id }).update({ lease_until: 1 });
        // From the second loss on it is parked for a while, which the test skips.
        await reads.stores.operations.claim(0, 1);
        await db()('operations').where({ id, state: 'parked' }).update({ next_time: 1 });
      }
      await reads.runDue();
      expect(await operation(id)).toMatchObject({ state: 'failure', result: expect.stringMatching(/gave up/) });
    });

    it('lets the next operation start when it fails', async () => {
      reads.sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
      await trigger();
      const second = await trigger();
      await reads.runDue();
      expect((await operation(second)).state).toBe('ready');
    });
  });
});
