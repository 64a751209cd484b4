import type { Deleted } from '../../connectors/engine/file/deleted_facts.ts';
import type { Paging } from '../../connectors/engine/file/paging_facts.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { isObject, type JsonObject } from '../../lib/json/json.ts';
import type { Rules } from '../../lib/rules/rules.ts';
import type { LabFault } from '../../sandbox/lab/lab_faults.ts';
import { startLab } from '../../sandbox/lab/lab.ts';
import type { ReadPlan } from '../../services/reads/domain/read_plan.ts';
import { aReadPlan, readsFixture } from './reads_fixture.ts';

export type DeletesWorld = Awaited<ReturnType<typeof deletesWorld>>;
type Options = { rules: Rules; deleted?: Deleted; plan?: Partial<ReadPlan>; records?: number; paging?: Paging };

/** One object of one installation, read from a lab whose provider tells of deleted records in a given way, or not. */
export async function deletesWorld(db: Db, { rules, deleted, plan: more = {}, records = 45, paging }: Options) {
  const lab = await startLab({ providers: [acmeWith(deleted, paging)], records, epoch: Date.now() - 86_400_000 });
  const plan = aReadPlan({
    provider: 'acme',
    objectName: 'things',
    mappedObjectName: 'thing',
    backfillDays: -1,
    pageSize: 10,
    ...more,
  });
  const fixture = await readsFixture(db, { plans: [plan], rules });
  const known = { get: (name: string) => (name === 'acme' ? lab.provider('acme') : undefined), list: () => [] };
  const auth = { headers: {}, query: {}, variables: {}, generation: 1, expireTime: 0, providerAppId: '' };
  const installation = { ...fixture.installation, getCallAuth: async () => auth };
  const useCases = fixture.useCasesWith(lab.send, { providers: known, installation });
  const { projectId, installationId } = plan;
  const follow = () => useCases.followInstallation(newId(), { projectId, installationId });
  await follow();

  return {
    lab,
    plan,
    fixture,
    useCases,
    /** The installation was changed. */
    follow,
    /** Runs what is claimable until nothing is. */
    async runAll(): Promise<void> {
      while ((await fixture.runDue(useCases)).length > 0);
    },
    /** Starts a read of what changed, and runs it. */
    async readChanges(): Promise<void> {
      await db('schedules').update({ next_time: 1, state: 'armed' });
      await useCases.startDueReads();
      await this.runAll();
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
    /** A sweep is due: it stands in line. */
    async tickSweep(): Promise<void> {
      await db('sweeps').update({ next_time: 1 });
      await useCases.startDueSweeps();
    },
    /** Starts a sweep, and runs it as far as it goes. */
    async sweep(): Promise<void> {
      await this.tickSweep();
      await this.runAll();
    },
    /** What is parked is due now. */
    async goOn(): Promise<void> {
      await db('operations').where({ state: 'parked' }).update({ next_time: 1 });
      await this.runAll();
    },
    addFault: (fault: LabFault) => lab.control.addFault('acme', { object: 'things', ...fault }),
    deleteRecord: (id: string) =>
      lab.control.changeRecords('acme', { object: 'things', id, isDeleted: true, updated: Date.now() }),
    ids: () => lab.recordsOf('acme', 'things').map(({ id }) => String(id)),
    /** Of the messages so far: what they say of each record, in order. */
    async told(): Promise<JsonObject[]> {
      const messages = (await fixture.messages()).filter(({ body }) => body['installationId'] === installationId);
      return messages.flatMap(({ body }) => body['result'] as JsonObject[]);
    },
    async tombstones(): Promise<string[]> {
      return (await this.told()).flatMap((one) => (one['isDeleted'] === true ? [String(one['id'])] : []));
    },
    async living(): Promise<string[]> {
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

/** Tokens that mark a record. */
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
