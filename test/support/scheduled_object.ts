import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import type { Operation } from '../../services/reads/operations/operation.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import type { UseCaseDeps } from '../../services/reads/use_cases.ts';
import { aReadPlan, readsFixture, recordIds } from '../../testbed/reads_fixture.ts';

const MAX_ROUNDS = 50;
const TABLES = ['schedules', 'operations', 'operation_logs', 'messages', 'outbox', 'outbox_acks', 'inbox'];

type Given = {
  plan?: Partial<ReadPlan>;
  config?: Partial<UseCaseDeps['config']>;
  sandbox?: SandboxOptions;
  clock?: UseCaseDeps['clock'];
};
export type ScheduledObject = Awaited<ReturnType<typeof aScheduledObject>>;

/**
 * One object of the sandbox with a half-hourly schedule, in an installation that reads knows, and functions for the
 * steps of the tests of promises. A failing read is not retried (`maxTries: 1`).
 */
export async function aScheduledObject(db: Db, { plan: given, config, ...options }: Given = {}) {
  for (const table of TABLES) await db(table).del();
  const plan = aReadPlan({ schedule: '*/30 * * * *', ...given });
  const plans = [plan];
  const reads = await readsFixture(db, { plans, config: { maxTries: 1, ...config }, ...options });
  const { projectId, installationId, integrationId } = plan;
  const ref = { projectId, installationId };

  const follow = (time = 0) => reads.useCases.followInstallation(newId(), ref, time);
  const schedule = () => db('schedules').where({ object_name: plan.objectName }).first('*');
  const makeDue = () => db('schedules').update({ next_time: 1 });

  /**
   * Starts the schedule that `makeDue` made due. A round skips a locked row, and the next round takes it. So this runs
   * rounds until the object was started or is paused.
   */
  async function startDue(): Promise<void> {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      await reads.useCases.startDueReads();
      const { state, next_time: next } = await schedule();
      if (state !== 'armed' || next !== 1) return;
      await sleep(10);
    }
    throw new Error('A due schedule was skipped in every round.');
  }

  async function operations(
    readType = 'scheduled',
  ): Promise<{ id: string; state: string; since_time: number | null }[]> {
    return db('operations').where({ read_type: readType }).orderBy('id').select('*');
  }

  /** Makes the schedule due and runs the read that it starts; undefined when it starts none. */
  async function tick(): Promise<Operation | undefined> {
    const before = await operations();
    await makeDue();
    await startDue();
    await reads.runDue();
    const made = (await operations()).find(({ id }) => before.every((one) => one.id !== id));
    return made && reads.useCases.getOperation(projectId, made.id);
  }

  /** Makes the schedule due and runs the read while the provider fails; undefined when it starts none. */
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
    startDue,
    operations,
    tick,
    failedTick,
    /** Changes the config, and reports the change to reads as the installation service does. */
    async configure(change: Partial<ReadPlan>): Promise<void> {
      Object.assign(plan, change, { installationUpdateTime: plan.installationUpdateTime + 1 });
      await follow();
    },
    setPaused: (isPaused: boolean, note = '') =>
      reads.useCases.setPaused({ ...ref, integrationId, objects: [], note }, isPaused),
    /**
     * Deploys with the object (`has`) or without it, as reported for each installation. `time`: the creation time of
     * the revision.
     */
    async deploy(time: number, has: boolean): Promise<void> {
      Object.assign(plan, { isLeftOut: !has, latestRevisionTime: time });
      await follow(time);
    },
    /** Sends the additional event of a destructive deploy, which may arrive late or early. */
    drop: (deployTime: number) =>
      reads.useCases.pauseDroppedObjects(newId(), {
        producer: 'installation',
        projectId,
        integrationId,
        objectNames: [plan.objectName],
        deployTime,
      }),
    /** Reports a changed connection, for example after the customer has signed in again. */
    async reconnect(connectionId = plan.connectionId): Promise<void> {
      reads.installation.key = 'sandbox-key';
      reads.useCases.forgetCredentials();
      await reads.useCases.followConnection(newId(), { projectId, connectionId });
    },
    trigger: (sinceTimestamp = '') =>
      reads.useCases.triggerRead({ ...plan, groupRef: 'acme', sinceTimestamp, untilTimestamp: '' }),
    /** Makes all deferred backfills due, and resumes them. */
    async deferralsAreOver(): Promise<void> {
      await db('operations').where({ state: 'putOff' }).update({ next_time: 1 });
      while (await reads.useCases.resumeDeferred());
    },
    pauses: () => reads.events('read.schedule.paused'),
    logs: async (id = '') => reads.useCases.listOperationLogs(projectId, id),
    /** The distinct ids of all delivered records. */
    delivered: async () => [...new Set(recordIds(await reads.messages()))].sort(),
  };
}
