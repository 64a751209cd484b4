import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { Rules } from '../../lib/rules/rules.ts';
import type { ReadPlan } from '../../services/reads/domain/read_plan.ts';
import type { Operation } from '../../services/reads/domain/operation.ts';
import type { UseCaseDeps } from '../../services/reads/usecases/use_cases.ts';
import { aReadPlan, readsFixture, recordIds } from './reads_fixture.ts';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';

const TABLES = ['schedules', 'operations', 'operation_logs', 'messages', 'outbox', 'outbox_acks', 'inbox'];

type Given = {
  plan?: Partial<ReadPlan>;
  config?: Partial<UseCaseDeps['config']>;
  sandbox?: SandboxOptions;
  clock?: UseCaseDeps['clock'];
};
export type ScheduledObject = Awaited<ReturnType<typeof aScheduledObject>>;

/**
 * One object of the sandbox that is read every half an hour, in an installation that reads has heard of, with the steps
 * of its life in the words of a promise. Its failures are those of a single try.
 */
export async function aScheduledObject(db: Db, rules: Rules, { plan: given, config, ...options }: Given = {}) {
  for (const table of TABLES) await db(table).del();
  const plan = aReadPlan({ schedule: '*/30 * * * *', ...given });
  const plans = [plan];
  const reads = await readsFixture(db, { plans, rules, config: { maxTries: 1, ...config }, ...options });
  const { projectId, installationId, integrationId } = plan;
  const ref = { projectId, installationId };

  const follow = (time = 0) => reads.useCases.followInstallation(newId(), ref, time);
  const schedule = () => db('schedules').where({ object_name: plan.objectName }).first('*');
  const makeDue = () => db('schedules').update({ next_time: 1 });

  async function operations(
    readType = 'scheduled',
  ): Promise<{ id: string; state: string; since_time: number | null }[]> {
    return db('operations').where({ read_type: readType }).orderBy('id').select('*');
  }

  /** A tick, and the read that it starts, to its end; undefined when it starts none. */
  async function tick(): Promise<Operation | undefined> {
    const before = await operations();
    await makeDue();
    await reads.useCases.startDueReads();
    await reads.runDue();
    const made = (await operations()).find(({ id }) => before.every((one) => one.id !== id));
    return made && reads.useCases.getOperation(projectId, made.id);
  }

  /** The same of a provider that is down for so long. */
  async function failedTick(): Promise<Operation | undefined> {
    reads.sandbox.control.addFault({ kind: '500', object: 'contacts', times: 100 });
    const operation = await tick();
    reads.sandbox.control.clearFaults();
    return operation;
  }

  return {
    ...reads,
    plan,
    plans,
    ref,
    follow,
    schedule,
    makeDue,
    operations,
    tick,
    failedTick,
    /** Changes the config, as the installation service tells it. */
    async configure(change: Partial<ReadPlan>): Promise<void> {
      Object.assign(plan, change, { installationUpdateTime: plan.installationUpdateTime + 1 });
      await follow();
    },
    setPaused: (isPaused: boolean, note = '') =>
      reads.useCases.setPaused({ ...ref, integrationId, objects: [], note }, isPaused),
    /** A deploy that has the object or not, as each installation is told of it; `time`: when its revision was made. */
    async deploy(time: number, has: boolean): Promise<void> {
      Object.assign(plan, { isLeftOut: !has, latestRevisionTime: time });
      await follow(time);
    },
    /** What a destructive deploy tells beside, late or early. */
    drop: (deployTime: number) =>
      reads.useCases.pauseDroppedObjects(newId(), {
        projectId,
        integrationId,
        objectNames: [plan.objectName],
        deployTime,
      }),
    /** The customer signs in again, or somebody changes the connection otherwise. */
    async reconnect(connectionId = plan.connectionId): Promise<void> {
      reads.installation.key = 'sandbox-key';
      reads.useCases.forgetCredentials();
      await reads.useCases.followConnection(newId(), { projectId, connectionId });
    },
    trigger: (sinceTimestamp = '') =>
      reads.useCases.triggerRead({ ...plan, groupRef: 'acme', sinceTimestamp, untilTimestamp: '' }),
    /** The time has come for all backfills that were put off. */
    async putOffsAreOver(): Promise<void> {
      await db('operations').where({ state: 'putOff' }).update({ next_time: 1 });
      while (await reads.useCases.resumePutOff());
    },
    pauses: () => reads.events('read.schedule.paused'),
    logs: async (id = '') => reads.useCases.listOperationLogs(projectId, id),
    /** The ids of all records that were delivered, each once. */
    delivered: async () => [...new Set(recordIds(await reads.messages()))].sort(),
  };
}
