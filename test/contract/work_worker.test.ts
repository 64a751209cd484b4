import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silentLog } from '../../lib/log/log.ts';
import type { ClaimedWork } from '../../lib/work/work_queue.ts';
import { startWorker, type Worker, type WorkerOptions, type WorkerSlot } from '../../lib/work/worker.ts';
import { until } from '../../testbed/reads_fixture.ts';
import { isMutated } from '../support/active_mutation.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { forEachMount, type WorkWorld, workWorld } from '../support/work_mounts.ts';

type Work = ClaimedWork<Record<string, string>>;
type Running = { work: Work; signal: AbortSignal; slot: WorkerSlot; end(how: 'ended' | 'yielded'): void };

const SLICE = 1_000;
const YIELD_AFTER = 2_000;
/** With a mutation the condition never holds. Ms. */
const patience = () => (isMutated() ? 1_000 : 30_000);
const soon = (holds: () => boolean | Promise<boolean>) => until(async () => holds(), patience());

forEachEngine((engine) =>
  forEachMount((mount) => {
    const db = engine.suiteDatabase(mount.migrations);
    const workers: Worker[] = [];
    let world: WorkWorld;
    let running: Running[];
    let time: number;

    async function begin(): Promise<void> {
      await stopAll();
      world = workWorld(db(), mount);
      await world.clear();
      running = [];
      time = 0;
    }
    async function stopAll(): Promise<void> {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    }
    beforeEach(begin);
    afterEach(stopAll);

    /** A worker whose runs end when the test says so, or when they are told to stop. */
    function start(over: Partial<WorkerOptions<Work>> = {}): Worker {
      const worker = startWorker<Work>({
        service: 'test',
        queue: world.queue,
        ownerOf: ({ ownerId }) => ownerId,
        run: (work, signal, slot) =>
          new Promise((end, stop) => {
            running.push({ work, signal, slot, end });
            // A claim under way when the worker stops begins what it got with an aborted signal.
            const onAbort = () => stop(new Error('stopped'));
            if (signal.aborted) onAbort();
            else signal.addEventListener('abort', onAbort);
          }),
        log: silentLog,
        concurrency: 4,
        timeSliceMs: SLICE,
        yieldAfterMs: YIELD_AFTER,
        leaseMs: 600_000,
        pollMs: 20,
        now: () => time,
        ...over,
      });
      workers.push(worker);
      return worker;
    }
    const names = () => running.map(({ work }) => world.nameOf(work));
    const finish = async ({ work, end }: Running) => {
      await world.queue.finish(work, { state: 'success', result: '', now: 2 });
      end('ended');
    };

    describe('a worker', () => {
      it('runs what is queued, as many at a time as it has slots', async () => {
        for (const name of ['a', 'b', 'c']) await world.add(name, { count: 2 });
        start({ concurrency: 3 });
        await soon(() => running.length === 3);
        for (let done = 0; done < 6; done += 1) {
          await soon(() => running.length > done);
          await finish(running[done]!);
        }
        await soon(async () => (await world.rows()).every(({ state }) => state === 'success'));
      });

      it('keeps its slots when a run fails with an error, and the lease decides who goes on', async () => {
        await world.add('a');
        start({
          concurrency: 1,
          run: async (work) => {
            if (work.tries === 1) throw new Error('no space left on device');
            await world.queue.finish(work, { state: 'success', result: '', now: 2 });
            return 'ended';
          },
        });
        await soon(async () => (await world.rows())[0]?.state === 'running');
        await soon(async () => {
          await world.expire();
          return (await world.rows())[0]?.state === 'success';
        });
      });

      promise('gives its operations back when it stops', { without: 'workGivesBack' }, async () => {
        await begin();
        await world.add('a');
        const told: string[] = [];
        const worker = start({ wakeAll: () => void told.push('all') });
        await soon(() => running.length === 1);
        await worker.stop();
        const [row] = await world.rows();
        expect([row.state, Number(row.tries), told]).toEqual(['ready', 0, ['all']]);
        expect(await world.queue.claim(1, 60_000)).toHaveLength(1);
      });

      it('does not give back what has ended while it stopped', async () => {
        await world.add('a');
        const worker = start({
          run: async (work, signal) => {
            running.push({ work, signal } as Running);
            await new Promise((resolve) => signal.addEventListener('abort', resolve));
            await world.queue.finish(work, { state: 'success', result: '', now: 2 });
            return 'ended';
          },
        });
        await soon(() => running.length === 1);
        await worker.stop();
        expect((await world.rows())[0].state).toBe('success');
      });

      promise('renews the lease of what it runs', { without: 'workHeart' }, async () => {
        await begin();
        await world.add('a');
        start({ leaseMs: 900, pollMs: 600_000 }); // nobody claims it, however late a heartbeat is
        await soon(() => running.length === 1);
        const { work } = running[0]!;
        const leaseEnd = async () => Number((await world.row(work.id)).lease_until);
        const first = await leaseEnd();
        await soon(async () => (await leaseEnd()) > first);
      });

      it('tells a run that its lease is lost', async () => {
        await world.add('a');
        start({ leaseMs: 300, pollMs: 600_000 });
        await soon(() => running.length === 1);
        const { work, signal } = running[0]!;
        await world.rows().clearOrder().where({ id: work.id }).update({ fence: 7 });
        await soon(() => signal.aborted);
        expect(await world.row(work.id)).toMatchObject({ state: 'running', fence: 7 });
      });

      promise(
        'does not claim its own operation again after it stood still longer than the lease',
        { without: 'workStall' },
        async () => {
          await begin();
          await world.add('a');
          const worker = start({ pollMs: 600_000 });
          await soon(() => running.length === 1);
          await world.expire();
          time += 600_000;
          worker.wake();
          await soon(async () => Number((await world.rows())[0]?.lease_until) > 1);
          expect((await world.rows())[0]).toMatchObject({ fence: 1, attempts: 1 });
        },
      );

      promise('keeps its last slot for an owner that has none', { without: 'lastSlot' }, async () => {
        await begin();
        await world.add('flood', { count: 20 });
        const worker = start();
        await soon(() => running.length >= 3);
        await world.add('other');
        worker.wake();
        await soon(() => names().includes('other'));
      });

      promise('takes a slot away after its time slice, while others wait', { without: 'quantum' }, async () => {
        await begin();
        await world.add('flood', { count: 20 });
        start({ concurrency: 1 });
        await soon(() => running.length === 1);
        time += 100 * SLICE;
        expect(running[0]!.slot.isOver()).toBe(false);
        await world.add('other');
        await soon(() => {
          time += SLICE;
          return running[0]!.slot.isOver();
        });
        time += SLICE;
        running[0]!.end('yielded');
        await soon(() => running.length === 2);
        expect(names()[1]).toBe('other');
      });

      promise('lets another one run while an operation waits for its provider', { without: 'lending' }, async () => {
        await begin();
        await world.add('slow', { count: 2 });
        start({ concurrency: 1 });
        await soon(() => running.length === 1);
        void running[0]!.slot.waitFor(new Promise(() => {}));
        time += YIELD_AFTER + 1;
        await soon(() => running.length === 2);
      });
    });
  }),
);
