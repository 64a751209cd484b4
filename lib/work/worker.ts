import { performance } from 'node:perf_hooks';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import { metrics } from '../telemetry/metrics.ts';
import { type Attributes, inSpan, type SpanAbout, traceId } from '../telemetry/tracing.ts';
import type { Dealing } from './fair_turns.ts';
import { type Heart, startHeart } from './heart.ts';
import { createSlots, type TakenSlot } from './slots.ts';
import type { Lease } from './states.ts';

/** The methods of the store that a worker needs. `Work`: a claimed operation, as the service reads it. */
type WorkerQueue<Work> = {
  claim(limit: number, leaseMs: number, dealing: Dealing): Promise<Work[]>;
  heartbeat(work: Work, leaseMs: number): Promise<boolean>;
  release(work: Work): Promise<boolean>;
  yieldSlot(work: Work, turn: { chargeMs: number }): Promise<boolean>;
  settle(work: Work, ms: number): Promise<void>;
  firstInLine(limit: number): Promise<string[]>;
};

/** The slot of a running operation, as its run sees it. */
export type Slot = Pick<TakenSlot, 'isOver' | 'waitFor'>;

/** `failed`: an error of ours stopped it. The service has logged the error, and the operation is tried again or ended. */
export type RunEnd = 'ended' | 'yielded' | 'failed';

/**
 * Runs one claimed operation. It ends it, parks it or defers it in the store; or it stops between two steps because its
 * slot is over, and returns `yielded`. When `signal` aborts, it stops as soon as it can, and the worker gives the
 * operation back. After an error the lease expires, and a worker takes the operation over.
 */
type Run<Work> = (work: Work, signal: AbortSignal, slot: Slot) => Promise<RunEnd>;

export type WorkerOptions<Work> = {
  /** The service that does the work, as a label of metrics. */
  service: string;
  queue: WorkerQueue<Work>;
  run: Run<Work>;
  ownerOf: (work: Work) => string;
  /** Tells the workers of all replicas that an operation was given back. */
  wakeAll?: () => void;
  log: Log;
  /** The max number of operations that this process runs at a time. */
  concurrency: number;
  /** How long an operation keeps its slot while other owners wait; it yields at the end of a step. */
  timeSliceMs: number;
  /** How long it may only wait for its provider before another operation may run in its slot. */
  yieldAfterMs: number;
  leaseMs: number;
  pollMs: number;
  /** Monotonic clock, ms. */
  now?: () => number;
};

/** The trace that an operation continues from the call that made it, and the number of failed tries before this one. */
type Traced = Lease & { traceparent?: string | null; tries?: number; operationId?: string };

export type Worker = {
  /** Tells the worker that there may be something to claim. */
  wake(): void;
  /** Claims nothing more, stops the running operations where they are, and gives them back. */
  stop(): Promise<void>;
};

/**
 * Claims operations and runs them. Each has a lease, which is extended at a third of its length. When a lease could not
 * be extended in time, another worker may hold the operation, so its run is told to stop; if it does not, the fence
 * rejects its writes. While no slot is free (apart from the reserved one), the worker looks up which owners are in line
 * and tells the running operations.
 */
export function startWorker<Work extends Traced>(options: WorkerOptions<Work>): Worker {
  const { service, queue, run, ownerOf, wakeAll = () => {}, log, concurrency, timeSliceMs, yieldAfterMs } = options;
  const { leaseMs, pollMs, now = () => performance.now() } = options;
  const running = new Map<Work, { done: Promise<void>; controller: AbortController; heart: Heart }>();
  const slots = createSlots({ now, places: concurrency, timeSliceMs, yieldAfterMs });
  const keepsLast = concurrency > 1;
  const lines = log.buffered();
  // Prometheus sees no increase of a series that begins with the first fault.
  for (const end of ['ended', 'yielded', 'failed']) metrics.runs.inc({ service, end }, 0);
  metrics.leasesLost.inc({ service }, 0);
  const loop = startLoop({ name: 'claims', everyMs: pollMs, log, round: claim });

  async function claim(stopping: AbortSignal): Promise<void> {
    await keepOwn();
    const dealing = { timeSliceMs, holders: slots.holders(), keepsLast };
    for (const work of await queue.claim(slots.free(), leaseMs, dealing)) begin(work, stopping);
    slots.setLine(slots.free() > (keepsLast ? 1 : 0) ? [] : await queue.firstInLine(2));
  }

  /**
   * After a stall of this process its own leases have expired, and the claim would take its own operations from it. So
   * it renews them first.
   */
  async function keepOwn(): Promise<void> {
    await Promise.all([...running.values()].filter(({ heart }) => heart.isLate()).map(({ heart }) => heart.beat()));
  }

  /** A first start belongs to the trace that made the operation; a later one, maybe hours after, is linked to it. */
  function spanOf(work: Work): SpanAbout {
    const { traceparent, tries = 1 } = work;
    const how = tries > 1 ? { link: traceparent, parent: null } : { parent: traceparent };
    return { name: `${service} run`, kind: 'consumer', begins: true, ...how, attributes: attributesOf(work) };
  }

  function begin(work: Work, stopping: AbortSignal): void {
    const controller = new AbortController();
    if (stopping.aborted) controller.abort();
    const heart = startHeart({ service, work, queue, controller, log, leaseMs, now });
    running.set(work, { controller, heart, done: runOne(work, controller, heart) });
  }

  async function runOne(work: Work, controller: AbortController, heart: Heart): Promise<void> {
    const slot = slots.take(ownerOf(work));
    const timed = metrics.runSeconds.startTimer({ service });
    let end: RunEnd = 'failed';
    let trace: string | undefined;
    try {
      end = await inSpan(spanOf(work), async () => {
        trace = traceId();
        return run(work, controller.signal, slot);
      });
      await account(work, slot, end);
    } catch (err) {
      // The lease of the operation expires, and a worker takes it over. This worker keeps its slots.
      log.error('operation stopped by an error', { ...fieldsOf(work), err });
    } finally {
      const durationMs = Math.round(timed() * 1_000);
      metrics.runs.inc({ service, end });
      lines.info('run', { ...fieldsOf(work), end, durationMs, ...(trace && { traceId: trace }) });
      heart.stop();
      if (controller.signal.aborted) await giveBack(work);
      slot.leave();
      controller.abort(); // cancels a prefetched answer that is no longer wanted
      running.delete(work);
      loop.wake();
    }
  }

  /** After a failed write the lease expires on its own, and the whole time slice stays charged. */
  async function account(work: Work, slot: TakenSlot, end: RunEnd): Promise<void> {
    const chargeMs = slot.used() - timeSliceMs;
    try {
      if (end === 'yielded') await queue.yieldSlot(work, { chargeMs });
      else await queue.settle(work, chargeMs);
    } catch (err) {
      log.warn('slot time not charged', { ...fieldsOf(work), err });
    }
  }

  /**
   * Gives an operation back after its run was stopped. An operation that has ended, or that another worker holds, is
   * not changed.
   */
  async function giveBack(work: Work): Promise<void> {
    try {
      if (await queue.release(work)) wakeAll();
    } catch (err) {
      log.warn('operation not given back, its lease will expire', { ...fieldsOf(work), err });
    }
  }

  return {
    wake: loop.wake,
    async stop() {
      const stopped = loop.stop();
      for (const { controller } of running.values()) controller.abort();
      await stopped; // a claim under way still begins what it got, and tells it to stop
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

function fieldsOf({ id, operationId = id, projectId }: Traced): { operationId: string; projectId: string } {
  return { operationId, projectId };
}

function attributesOf(work: Traced): Attributes {
  const { operationId, projectId } = fieldsOf(work);
  return { 'causeway.operation_id': operationId, 'causeway.project_id': projectId };
}
