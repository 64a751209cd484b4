import process from 'node:process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { labTarget } from '../../sandbox/lab/conformance/read_everything.ts';
import { servedObjects } from '../../sandbox/lab/conformance/served_objects.ts';
import { type Lab, startLab } from '../../sandbox/lab/lab.ts';
import { migrations } from '../../services/reads/migrations/migrations.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { aReadPlan, type ReadsFixture, readsFixture } from '../../testbed/reads_fixture.ts';
import { forEachEngine } from '../support/engines.ts';
import { openEverythingArchived } from '../support/open_everything_archived.ts';

/** The short form uses every 150th object, the full one every tenth. */
const EVERY = process.env['CAUSEWAY_PROMISES'] === 'full' ? 10 : 150;
/** The max polls of a provider's job, without the waits in between. */
const MAX_ROUNDS = 40;
const MIN_SECRET = 8;

const noNetwork: SendRequest = async ({ url }) => {
  throw new Error(`The network was used for ${url}.`);
};

/** For all ways of paging, jobs, details and credentials: a replay of the archive gives the same records. */
forEachEngine((engine) => {
  describe('objects of all providers, read from the lab', () => {
    const db = engine.suiteDatabase(migrations);
    const offset = engine.name === 'sqlite' ? 0 : Math.floor(EVERY / 2);
    const plans: ReadPlan[] = [];
    let lab: Lab;
    let fixture: ReadsFixture;

    beforeAll(async () => {
      lab = await startLab({ records: 10, usualPage: 3 });
      fixture = await readsFixture(db(), { plans, clock: { now: () => lab.epoch } });
    });
    afterAll(async () => {
      await fixture.stop();
      await lab.stop();
    });

    const authOf = (provider: string) => labTarget(lab, provider, { objectName: '' });

    function useCasesWith(send: SendRequest) {
      return fixture.useCasesWith(send, {
        providers: { ...fixture.deps.providers, get: (name) => lab.provider(name) },
        installation: {
          ...fixture.installation,
          async getCallAuth(_projectId, connectionId) {
            const { auth, variables } = authOf(
              plans.find((plan) => plan.connectionId === connectionId)?.provider ?? '',
            );
            return { ...auth, variables, generation: 1, expireTime: 0 };
          },
        },
      });
    }

    async function ended(plan: ReadPlan, id: string, useCases: ReturnType<typeof useCasesWith>) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        await db()('operations').where({ state: 'parked' }).update({ next_time: 0 });
        await fixture.runDue(useCases);
        const operation = await useCases.getOperation(plan.projectId, id);
        if (['success', 'failure'].includes(operation.state)) return operation;
      }
      throw new Error(`${plan.provider} ${plan.objectName} has no end.`);
    }

    /** Null if the results are equal and no credentials were archived; otherwise the fault. */
    async function faultOf(plan: ReadPlan): Promise<string | null> {
      plans.splice(0, 1, plan);
      const { projectId, integrationId, objectName, groupRef } = plan;
      const secrets = Object.values({ ...authOf(plan.provider).auth.headers, ...authOf(plan.provider).auth.query });
      const online = useCasesWith(lab.send);
      const span = { sinceTimestamp: '', untilTimestamp: '' };
      const read = await online.triggerRead({ projectId, integrationId, objectName, groupRef, ...span });
      const { state, result, recordsProcessed } = await ended(plan, read, online);
      if (state !== 'success') return `it could not be read: ${result}`;
      const offline = useCasesWith(noNetwork);
      const request = { projectId, operationId: read, config: 'same' as const, delivers: false };
      const again = await ended(plan, await offline.startReplay(request), offline);
      const found = again.replayed?.difference;
      if (
        again.state !== 'success' ||
        found?.same !== recordsProcessed ||
        found.byOrder > 0 ||
        found.changes.length > 0
      )
        return `of ${recordsProcessed} records: ${again.result}, ${JSON.stringify(found)}`;
      const kept = await openEverythingArchived(fixture, plan);
      const words = secrets.map((text) => text.split(' ').at(-1) ?? '').filter((one) => one.length >= MIN_SECRET);
      return kept.length > 1 && !kept.some((text) => words.some((word) => text.includes(word)))
        ? null
        : `of ${kept.length} texts one holds a credential`;
    }

    it('give the same result in a replay without a provider, and no credentials are archived', async () => {
      const objects = lab
        .names()
        .flatMap((name) => servedObjects(lab, name).map((object) => ({ provider: name, ...object })));
      const drawn = objects.filter((_object, i) => i % EVERY === offset);
      expect(drawn.length).toBeGreaterThan(10);
      const selectionJson = JSON.stringify({ selectedFields: [], selectAll: true, mappings: [] });
      const faults: string[] = [];
      for (const { provider, module = '', name } of drawn) {
        const plan = aReadPlan({ provider, module, objectName: name, mappedObjectName: name, selectionJson });
        const fault = await faultOf(plan);
        if (fault !== null) faults.push(`${provider} ${module} ${name}: ${fault}`);
      }
      expect(faults).toEqual([]);
    }, 900_000);
  });
});
