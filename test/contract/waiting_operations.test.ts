import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { emptyReads } from '../support/empty_reads.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

forEachEngine((engine) => {
  describe('what an operation waits for', () => {
    const db = engine.suiteDatabase(migrations);
    let reads: ReadsFixture;
    let plan = aReadPlan();
    const destinationId = newId();
    const trigger = () =>
      reads.useCases.triggerRead({
        projectId: plan.projectId,
        integrationId: plan.integrationId,
        groupRef: 'acme',
        objectName: 'person',
        sinceTimestamp: '',
        untilTimestamp: '',
      });
    const follow = () => reads.useCases.followInstallation(newId(), plan);
    /** As it is, and as lists show it. */
    const waitOf = async (id: string) => {
      const { waitingFor } = await reads.useCases.getOperation(plan.projectId, id);
      const [listed] = await reads.stores.operations.findAll(plan.projectId, [id]);
      expect(listed?.waitingFor).toEqual(waitingFor);
      return waitingFor;
    };
    const backfill = async () => String((await db()('operations').where({ read_type: 'backfill' }).first('id')).id);
    const inSeconds = async (until: number | null | undefined) =>
      Math.round(((until ?? 0) - (await reads.stores.schedules.now())) / 1000);
    const waitOver = async () => {
      await db()('operations').whereIn('state', ['parked', 'putOff']).update({ next_time: 1 });
      await db()('rate_budgets').del();
    };

    beforeEach(async () => {
      await emptyReads(db());
      plan = aReadPlan({ destinationId, backfillDays: -1 });
      reads = await readsFixture(db(), { plans: [plan] });
    });
    afterEach(() => reads.stop());

    it('is its turn, then nothing while it runs and when it has ended', async () => {
      const [id, behind] = [await trigger(), await trigger()];
      expect(await waitOf(id)).toMatchObject({ reason: 'capacity', until: null });
      expect(await waitOf(behind)).toMatchObject({ reason: 'operation', until: null });
      const [claimed] = await reads.stores.operations.claim(1, 10_000);
      expect(await waitOf(id)).toBeNull();
      await reads.useCases.runOperation(claimed!, new AbortController().signal);
      expect(await waitOf(id)).toBeNull();
      expect(await waitOf(behind)).toMatchObject({ reason: 'capacity' });
    });

    it('is the provider, until the time that it names, after a 429 and a 500', async () => {
      reads.sandbox.control.addFault({ kind: '429', times: 1, retryAfter: 70 });
      reads.sandbox.control.addFault({ kind: '500', times: 1 });
      const id = await trigger();
      await reads.runDue();
      const limited = await waitOf(id);
      expect(limited).toMatchObject({ reason: 'rateLimit', detail: expect.stringContaining('429') });
      expect(Math.abs((await inSeconds(limited?.until)) - 70)).toBeLessThan(20);
      // The budget of the connection is closed too, and says it without a call.
      await db()('operations').update({ next_time: 1 });
      await reads.runDue();
      const closed = await waitOf(id);
      expect(closed).toMatchObject({
        reason: 'rateLimit',
        detail: expect.stringMatching(/^The provider's rate limit/),
      });
      expect(Math.abs((await inSeconds(closed?.until)) - 70)).toBeLessThan(20);
      await waitOver();
      await reads.runDue();
      expect(await waitOf(id)).toMatchObject({ reason: 'provider', detail: expect.stringContaining('500') });
      await waitOver();
      await reads.runDue();
      expect(await waitOf(id)).toBeNull();
    });

    it('is the credentials, while a backfill is deferred because they are refused; then a disabled object', async () => {
      reads.sandbox.control.revoke({ what: 'key', apiKey: 'another-key' });
      await follow();
      await reads.runDue();
      const id = await backfill();
      const refused = await waitOf(id);
      expect(refused).toMatchObject({
        reason: 'credentials',
        detail: expect.stringContaining('401'),
        destinationId: null,
      });
      expect(await inSeconds(refused?.until)).toBeGreaterThan(500);
      await db()('schedules').update({ plan: JSON.stringify({ ...plan, disabled: true }) });
      await waitOver();
      await reads.useCases.resumeDeferred();
      expect(await waitOf(id)).toMatchObject({ reason: 'disabled' });
    });

    it('is the destination, with its id and no time', async () => {
      const event = { projectId: plan.projectId, destinationId, name: 'crm-webhook' };
      await follow();
      await reads.useCases.followDestination(newId(), { ...event, status: 'disabled' }, 1);
      await reads.runDue();
      const id = await backfill();
      expect(await waitOf(id)).toEqual({
        reason: 'destination',
        detail: 'The destination crm-webhook is disabled. The read goes on when it is active.',
        until: null,
        destinationId,
      });
      await reads.useCases.followDestination(newId(), { ...event, status: 'active' }, 2);
      while (await reads.useCases.walkDestinations());
      expect(await waitOf(id)).toMatchObject({ reason: 'capacity', destinationId: null });
    });

    promise(
      'is Causeway while a part is unavailable, and not any more what it waited for before its worker was lost',
      { without: 'staleWait' },
      async () => {
        const listPlans = () => Promise.reject(new Problem('unavailable', 'The service is away.'));
        const installation = { ...reads.installation, listPlans };
        await emptyReads(db());
        const id = await trigger();
        await reads.runDue(reads.useCasesWith(reads.send, { installation }));
        expect(await waitOf(id)).toMatchObject({ reason: 'causeway', detail: 'The service is away.' });
        for (let lost = 0; lost < 2; lost += 1) {
          await waitOver();
          await reads.stores.operations.claim(1, 10_000);
          await db()('operations').update({ lease_until: 1 });
          await reads.stores.operations.claim(0, 10_000);
        }
        expect(await waitOf(id)).toMatchObject({ reason: 'causeway', detail: expect.stringMatching(/worker .+ lost/) });
      },
    );
  });
});
