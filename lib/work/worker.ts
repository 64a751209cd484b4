import { performance } from 'node:perf_hooks';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import { metrics } from '../telemetry/metrics.ts';
import { type Attributes, inSpan, type SpanDescription, traceId } from '../telemetry/tracing.ts';
import type { ClaimOptions } from './fair_turns.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { createSlots, type TakenSlot } from './slots.ts';
import type { OperationLease } from './states.ts';

/** The methods of the queue that a worker needs. `Work`: the service's type of a claimed operation. */
type WorkerQueue<Work> = {
  claim(limit: number, leaseMs: number, options: ClaimOptions): Promise<Work[]>;
  heartbeat(work: Work, leaseMs: number): Promise<boolean>;
  release(work: Work): Promise<boolean>;
  yieldSlot(work: Work, turn: { chargeMs: number }): Promise<boolean>;
  settle(work: Work, ms: number): Promise<void>;
  firstInLine(limit: number): Promise<string[]>;
};

/** The part of a slot that a run may use. */
export type WorkerSlot = Pick<TakenSlot, 'isOver' | 'waitFor'>;

/** `failed`: a bug of Causeway stopped the run. The service has logged it, and the operation is retried or ended. */
export type RunEnd = 'ended' | 'yielded' | 'failed';

/**
 * Runs one claimed operation. The run ends, parks or defers the operation in the store. Or it stops between two steps
 * because its time slice is used (`isOver`), and returns `yielded`. When `signal` aborts, the run stops as soon as it
 * can, and the worker makes the operation ready again. If the run throws, the lease expires and a worker claims the
 * operation.
 */
type RunWork<Work> = (work: Work, signal: AbortSignal, slot: WorkerSlot) => Promise<RunEnd>;

export type WorkerOptions<Work> = {
  /** The service that does the work, as a label of metrics. */
  service: string;
  queue: WorkerQueue<Work>;
  run: RunWork<Work>;
  ownerOf: (work: Work) => string;
  /** Wakes the workers of all replicas after an operation was made ready again. */
  wakeAll?: () => void;
  log: Log;
  /** The max number of operations that this process runs at a time. */
  concurrency: number;
  /** How long an operation keeps its slot while other owners wait. Then it yields at the end of the current step. */
  timeSliceMs: number;
  /** How long an operation waits for its provider before another operation may run in its slot. */
  yieldAfterMs: number;
  leaseMs: number;
  pollMs: number;
  /** Monotonic clock, ms. */
  now?: () => number;
};

/** `traceparent`: the span of the call that created the operation. `tries`: starts without progress, with this one. */
type TracedOperation = OperationLease & { traceparent?: string | null; tries?: number; operationId?: string };

export type Worker = {
  /** Makes the worker claim now, because an operation may be ready. */
  wake(): void;
  /** Claims nothing more, aborts the running operations, and makes them ready for other workers. */
  stop(): Promise<void>;
};

/**
 * Claims operations and runs them. Each has a lease, which is extended each third of its length. When a lease is lost,
 * another worker may hold the operation, so the run gets an abort signal; if the run continues, the fence rejects its
 * writes. While no slot is free (apart from the reserved one), the worker looks up which owners are in line, so that
 * the running operations yield to them.
 */
export function startWorker<Work extends TracedOperation>(options: WorkerOptions<Work>): Worker {
  const { service, queue, run, ownerOf, wakeAll = () => {}, log, concurrency, timeSliceMs, yieldAfterMs } = options;
  const { leaseMs, pollMs, now = () => performance.now() } = options;
  const running = new Map<Work, { done: Promise<void>; controller: AbortController; heartbeat: Heartbeat }>();
  const slots = createSlots({ now, places: concurrency, timeSliceMs, yieldAfterMs });
  const reservesLast = concurrency > 1;
  const lines = log.buffered();
  // Prometheus sees no increase when the first value of a series is 1, so each series starts with 0.
  for (const end of ['ended', 'yielded', 'failed']) metrics.runs.inc({ service, end }, 0);
  metrics.leasesLost.inc({ service }, 0);
  const loop = startLoop({ name: 'claims', everyMs: pollMs, log, round: claim });

  async function claim(stopping: AbortSignal): Promise<void> {
    await keepOwn();
    const claimOptions = { timeSliceMs, holders: slots.holders(), reservesLast };
    for (const work of await queue.claim(slots.free(), leaseMs, claimOptions)) begin(work, stopping);
    slots.setLine(slots.free() > (reservesLast ? 1 : 0) ? [] : await queue.firstInLine(2));
  }

  /**
   * Extends the leases of the running operations before a claim. After a stall of this process, these leases may have
   * expired, and the claim would start the operations a second time.
   */
  async function keepOwn(): Promise<void> {
    await Promise.all(
      [...running.values()].filter(({ heartbeat }) => heartbeat.isLate()).map(({ heartbeat }) => heartbeat.beat()),
    );
  }

  /**
   * The first start is a child span in the trace of the creating call. Later starts, maybe hours after, only link to
   * it.
   */
  function spanOf(work: Work): SpanDescription {
    const { traceparent, tries = 1 } = work;
    const how = tries > 1 ? { link: traceparent, parent: null } : { parent: traceparent };
    return { name: `${service} run`, kind: 'consumer', begins: true, ...how, attributes: attributesOf(work) };
  }

  function begin(work: Work, stopping: AbortSignal): void {
    const controller = new AbortController();
    if (stopping.aborted) controller.abort();
    const heartbeat = startHeartbeat({ service, work, queue, controller, log, leaseMs, now });
    running.set(work, { controller, heartbeat, done: runOne(work, controller, heartbeat) });
  }

  async function runOne(work: Work, controller: AbortController, heartbeat: Heartbeat): Promise<void> {
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
      // The lease of the operation expires, and a worker claims it again. The error must not end this worker.
      log.error('operation stopped by an error', { ...fieldsOf(work), err });
    } finally {
      const durationMs = Math.round(timed() * 1_000);
      metrics.runs.inc({ service, end });
      lines.info('run', { ...fieldsOf(work), end, durationMs, ...(trace && { traceId: trace }) });
      heartbeat.stop();
      if (controller.signal.aborted) await giveBack(work);
      slot.leave();
      controller.abort(); // cancels a prefetched answer that is no longer wanted
      running.delete(work);
      loop.wake();
    }
  }

  /** Charges the slot time. If the write fails, the whole time slice stays charged, and a yielded lease expires. */
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
   * Makes an operation ready again after its run was aborted. Does not change an operation that has ended or that
   * another worker holds.
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
      await stopped; // a claim that runs now still begins its operations, with an aborted signal
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

function fieldsOf({ id, operationId = id, projectId }: TracedOperation): { operationId: string; projectId: string } {
  return { operationId, projectId };
}

function attributesOf(work: TracedOperation): Attributes {
  const { operationId, projectId } = fieldsOf(work);
  return { 'causeway.operation_id': operationId, 'causeway.project_id': projectId };
}
