import type { ObjectSpec, Provider } from '../../connectors/engine/file/provider.ts';
import type { Db } from '../../lib/db/open.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import { newId } from '../../lib/ids/ids.ts';
import { type Json, stringifyJson } from '../../lib/json/json.ts';
import { isComplete } from '../../services/reads/operations/operation.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import { aReadPlan, readsFixture } from '../../testbed/reads_fixture.ts';

export type ListEndWorld = Awaited<ReturnType<typeof listEndWorld>>;

/** One object of one installation, read from a provider with answers that the test sets. */
export async function listEndWorld(db: Db, spec: ObjectSpec, more: Partial<ReadPlan> = {}) {
  const plan = aReadPlan({
    provider: 'acme',
    objectName: 'things',
    mappedObjectName: 'thing',
    backfillDays: -1,
    ...more,
  });
  const fixture = await readsFixture(db, { plans: [plan] });
  const world = { spec, answer: { data: [] } as Json };
  const acme = (): Provider => ({
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://acme.example',
    auth: { type: 'none' },
    support: ['read'],
    objects: { things: { path: '/things', records: 'data', id: 'id', ...world.spec } },
  });
  const providers = { get: (name: string) => (name === 'acme' ? acme() : undefined), list: () => [] };
  const auth = { headers: {}, query: {}, variables: {}, generation: 1, expireTime: 0, providerAppId: '' };
  const send: SendRequest = async () => ({ status: 200, headers: {}, text: stringifyJson(world.answer) });
  const useCases = fixture.useCasesWith(send, {
    providers,
    installation: { ...fixture.installation, getCallAuth: async () => auth },
  });
  const { projectId, installationId } = plan;
  const runAll = async () => {
    while ((await fixture.runDue(useCases)).length > 0);
  };
  return {
    plan,
    fixture,
    /** Changes the object in the provider file. */
    declare: (spec: ObjectSpec) => Object.assign(world, { spec }),
    answerWith: (body: Json) => Object.assign(world, { answer: body }),
    /** Runs the first read of an installation, a backfill. */
    async backfill(): Promise<void> {
      await useCases.followInstallation(newId(), { projectId, installationId });
      await runAll();
    },
    async readAll(): Promise<void> {
      await useCases.triggerRead({
        projectId,
        integrationId: plan.integrationId,
        objectName: 'things',
        groupRef: plan.groupRef,
        sinceTimestamp: '',
        untilTimestamp: '',
      });
      await runAll();
    },
    async readChanges(): Promise<void> {
      await db('schedules').update({ next_time: 1, state: 'armed' });
      await useCases.startDueReads();
      await runAll();
    },
    async sweep(): Promise<void> {
      await db('sweeps').update({ next_time: 1 });
      await useCases.startDueSweeps();
      await runAll();
    },
    /** The newest operation, its completeness, and its WARNING log lines. */
    async last() {
      const { id } = await db('operations').orderBy('id', 'desc').first('id');
      const operation = await useCases.getOperation(projectId, id);
      const lines = await useCases.listOperationLogs(projectId, id);
      const warnings = lines.filter(({ severity }) => severity === 'WARNING').map(({ msg, error = '' }) => msg + error);
      const { state, result, recordsProcessed } = operation;
      return { state, result, recordsProcessed, isComplete: isComplete(operation), warnings };
    },
    health: () => fixture.events('installation.health.reported'),
    schedule: () => db('schedules').first('watermark', 'failures', 'incomplete_time'),
    stop: () => fixture.stop(),
  };
}

export const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `r${i + 1}` }));
