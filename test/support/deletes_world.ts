import type { Deleted } from '../../connectors/engine/file/deleted_facts.ts';
import type { Paging } from '../../connectors/engine/file/paging_facts.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { isObject, type JsonObject } from '../../lib/json/json.ts';
import type { LabFault } from '../../sandbox/lab/faults/lab_faults.ts';
import { startLab } from '../../sandbox/lab/lab.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import type { UseCaseDeps } from '../../services/reads/use_cases.ts';
import { aReadPlan, readsFixture } from '../../testbed/reads_fixture.ts';

export type DeletesWorld = Awaited<ReturnType<typeof deletesWorld>>;
type Options = { deleted?: Deleted; plan?: Partial<ReadPlan>; records?: number; paging?: Paging };

/**
 * One object of one installation, read from a lab provider. `deleted` is the way in which it reports deleted records;
 * undefined for none.
 */
export async function deletesWorld(db: Db, { deleted, plan: more = {}, records = 45, paging }: Options) {
  const lab = await startLab({ providers: [acmeWith(deleted, paging)], records, epoch: Date.now() - 86_400_000 });
  const plan = aReadPlan({
    provider: 'acme',
    objectName: 'things',
    mappedObjectName: 'thing',
    backfillDays: -1,
    pageSize: 10,
    ...more,
  });
  const fixture = await readsFixture(db, { plans: [plan] });
  const known = { get: (name: string) => (name === 'acme' ? lab.provider('acme') : undefined), list: () => [] };
  const auth = { headers: {}, query: {}, variables: {}, generation: 1, expireTime: 0, providerAppId: '' };
  const installation = { ...fixture.installation, getCallAuth: async () => auth };
  const useCasesWith = (more: Partial<UseCaseDeps>) =>
    fixture.useCasesWith(lab.send, { providers: known, installation, ...more });
  const useCases = useCasesWith({});
  const { projectId, installationId } = plan;
  const follow = () => useCases.followInstallation(newId(), { projectId, installationId });
  await follow();

  return {
    lab,
    plan,
    fixture,
    useCases,
    /** Tells reads about a change of the installation. */
    follow,
    /** Runs operations until none can be claimed. */
    async runAll(those = useCases): Promise<void> {
      while ((await fixture.runDue(those)).length > 0);
    },
    /** Starts an incremental read and runs it. `more` replaces dependencies of the use cases. */
    async readChanges(more: Partial<UseCaseDeps> = {}): Promise<void> {
      await db('schedules').update({ next_time: 1, state: 'armed' });
      await useCases.startDueReads();
      await this.runAll(useCasesWith(more));
    },
    trigger: () =>
      useCases.triggerRead({
        projectId,
        integrationId: plan.integrationId,
        objectName: 'things',
        groupRef: plan.groupRef,
        sinceTimestamp: '',
        untilTimestamp: '',
      }),
    /** Makes a sweep due and queues its operation. */
    async tickSweep(): Promise<void> {
      await db('sweeps').update({ next_time: 1 });
      await useCases.startDueSweeps();
    },
    /** Starts a sweep and runs operations until none can be claimed. */
    async sweep(): Promise<void> {
      await this.tickSweep();
      await this.runAll();
    },
    /** Makes parked operations due now and runs operations until none can be claimed. */
    async goOn(): Promise<void> {
      await db('operations').where({ state: 'parked' }).update({ next_time: 1 });
      await this.runAll();
    },
    addFault: (fault: LabFault) => lab.control.addFault('acme', { object: 'things', ...fault }),
    deleteRecord: (id: string) =>
      lab.control.changeRecords('acme', { object: 'things', id, isDeleted: true, updated: Date.now() }),
    ids: () => lab.recordsOf('acme', 'things').map(({ id }) => String(id)),
    /** The records of all messages so far, in order. */
    async told(): Promise<JsonObject[]> {
      const messages = (await fixture.messages()).filter(({ body }) => body['installationId'] === installationId);
      return messages.flatMap(({ body }) => body['result'] as JsonObject[]);
    },
    async tombstones(): Promise<string[]> {
      return (await this.told()).flatMap((one) => (one['isDeleted'] === true ? [String(one['id'])] : []));
    },
    async current(): Promise<string[]> {
      const records = (await this.told()).filter((one) => one['isDeleted'] !== true);
      return records.map(({ raw }) => String(isObject(raw) ? raw['id'] : ''));
    },
    operations: () =>
      db('operations').where({ installation_id: installationId }).orderBy('id').select('read_type', 'state', 'result'),
    async stop() {
      await fixture.stop();
      await lab.stop();
    },
  };
}

/** Page tokens that contain a record's id, so that they stay valid while the list changes. */
const BY_CURSOR: Paging = { kind: 'cursor', path: 'next', param: 'after', stays: true };

function acmeWith(deleted: Deleted | undefined, paging = BY_CURSOR): Provider {
  return {
    name: 'acme',
    displayName: 'Acme',
    baseURL: 'https://acme.example',
    auth: { type: 'none' },
    can: ['read'],
    support: ['read'],
    reading: {
      records: 'data',
      id: 'id',
      updatedAt: 'changed',
      pageSize: { param: 'limit', default: 10 },
      since: { param: 'since' },
      paging,
    },
    objects: { things: { path: '/things', ...(deleted && { deleted }) } },
  };
}
