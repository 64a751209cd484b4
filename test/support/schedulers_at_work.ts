import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseClock } from '../../lib/db/now.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { ReadPlan } from '../../services/reads/read_plan.ts';
import type { ReadsFixture } from '../../testbed/reads_fixture.ts';
import { type ReadyProcess, startReadyProcess } from '../../testbed/ready_process.ts';
import { mutatedEnvironment } from './mutated_environment.ts';
import { seededRandom } from './random_cron.ts';
import { faultsOf, metOf, type Paused } from './schedule_run.ts';

type Options = {
  plans: readonly ReadPlan[];
  url: string;
  clock: DatabaseClock;
  processes: number;
  loops: number;
};
type Happened = { starts: number; pauses: number };
type Row = { id: string; cron: string; installation_id: string; next_time: number };

const TIMEOUT_MS = 300_000;

/**
 * Schedulers in their own processes, on a clock that runs fast. They are killed repeatedly while installations are
 * paused and unpaused. Reads end immediately, so that only the scheduler decides what starts.
 */
export function schedulersAtWork(reads: ReadsFixture, options: Options) {
  const { plans, url, clock, processes, loops } = options;
  const random = seededRandom(8);
  const running = new Set<ReadyProcess>();
  const paused = new Map<string, Paused[]>();
  const firstDue = new Map<string, number>();
  let isOver = false;

  /** Runs for at least `ms`; on a slow machine longer, until `isEnough`. */
  async function takePlace(ms: number, isEnough: (happened: Happened) => boolean): Promise<void> {
    for (const plan of plans) await reads.useCases.followInstallation(newId(), plan);
    for (const { id, next_time } of await rows()) firstDue.set(id, next_time);
    await Promise.all(Array.from({ length: processes }, startOne));
    const work = [endReads(), killNow(), pauseSome(), pauseSome()];
    await sleep(ms);
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end && !isEnough(await happened()); ) await sleep(500);
    isOver = true;
    await Promise.all(work);
    await killAll();
    while ((await reads.useCases.startDueReads()).due > 0);
  }

  async function startOne(): Promise<void> {
    const order = JSON.stringify({ url, clock, loops });
    const script = 'dist/testbed/scheduler_process.js';
    running.add(await startReadyProcess(script, [order], mutatedEnvironment()));
  }

  async function kill(one: ReadyProcess): Promise<void> {
    running.delete(one);
    const gone = new Promise((resolve) => {
      one.child.once('exit', resolve);
    });
    one.child.kill('SIGKILL');
    await gone;
  }

  async function killAll(): Promise<void> {
    await Promise.all([...running].map(kill));
  }

  async function killNow(): Promise<void> {
    while (!isOver) {
      await sleep(200 + random() * 600);
      const [victim] = [...running].toSorted(() => random() - 0.5);
      if (victim) await kill(victim);
      await startOne();
    }
  }

  /**
   * Pauses random installations. Two loops never pause the same installation: if another call ends a pause, the pause
   * proves nothing.
   */
  async function pauseSome(): Promise<void> {
    while (!isOver) {
      const plan = plans[Math.floor(random() * plans.length)];
      if (!plan || busy.has(plan.installationId)) continue;
      busy.add(plan.installationId);
      const request = { ...plan, objects: [], note: '' };
      await reads.useCases.setPaused(request, true);
      const acknowledged = await reads.stores.schedules.now();
      await sleep(random() * 1_500);
      const unpausing = await reads.stores.schedules.now();
      await reads.useCases.setPaused(request, false);
      const unpaused = await reads.stores.schedules.now();
      paused.set(plan.installationId, [
        ...(paused.get(plan.installationId) ?? []),
        { acknowledged, unpausing, unpaused },
      ]);
      busy.delete(plan.installationId);
      await sleep(random() * 200);
    }
  }
  const busy = new Set<string>();

  async function endReads(): Promise<void> {
    const { finishOperation } = reads.useCases;
    while (!isOver) {
      const claimed = await reads.stores.operations.claim(20, 10_000 * clock.scale);
      for (const operation of claimed)
        await finishOperation(operation, null, { state: 'success', records: 0, startTime: 0 });
      if (claimed.length === 0) await sleep(10);
    }
  }

  const rows = (): Promise<Row[]> => reads.db('schedules').select('id', 'cron', 'installation_id', 'next_time');

  async function happened(): Promise<Happened> {
    const all = [...(await metOf(reads.db)).values()].flat();
    return { starts: all.length, pauses: [...paused.values()].flat().length };
  }

  return {
    takePlace,
    happened,
    /** All violations of the rule in schedule_run.ts. */
    async faults(): Promise<string[]> {
      const met = await metOf(reads.db);
      return (await rows()).flatMap((row) =>
        faultsOf({
          id: row.id,
          cron: row.cron,
          firstDue: firstDue.get(row.id) ?? 0,
          met: met.get(row.installation_id) ?? [],
          paused: paused.get(row.installation_id) ?? [],
          nextDue: row.next_time,
        }),
      );
    },
    stop: killAll,
  };
}
