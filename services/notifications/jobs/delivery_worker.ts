import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log/log.ts';
import { type Loop, startLoop } from '../../../lib/loop/loop.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import type { DestinationLane } from '../attempts/claim_deliveries.ts';
import type { AttemptedDelivery, ClaimedDelivery } from '../deliveries/delivery.ts';
import type { UseCases } from '../use_cases.ts';
import type { ServeLane } from './serve_lane.ts';

type WorkerOptions = {
  useCases: Pick<UseCases, 'claimDeliveries' | 'recordAttempts' | 'postponeDeliveries' | 'reclaimDeliveries'>;
  serve: ServeLane;
  log: Log;
  pollMs: number;
  maxInFlight: number;
};

export type DeliveryWorker = {
  /** Wakes the worker when deliveries may be due. */
  wake(): void;
  /** Stops claiming and waits for running deliveries, at most `maxWaitMs`. The leases of other deliveries expire. */
  stop(maxWaitMs: number): Promise<void>;
};

type WorkerState = {
  stopping: boolean;
  inFlight: Map<string, number>;
  total: number;
  attempted: AttemptedDelivery[];
  unserved: ClaimedDelivery[];
  /** True when the last round failed to write its results to the database. */
  hasUnwritten: boolean;
  /** Where the next claim begins. */
  afterId: string;
  reclaimAt: number;
};

const RECLAIM_EVERY_MS = 1_000;
const RECLAIMED_AT_ONCE = 200;
/** Delay of a delivery whose body could not be fetched. Ms. */
const POSTPONE_MS = 1_000;
/** The worker sets a timer for a retry that is due earlier than this; the poll finds later retries. Ms. */
const TIMED_RETRY_MS = 60_000;
/** How long `stop` waits for a round whose database call hangs. Ms. */
const LAST_ROUND_MS = 1_000;
/** How long a finished attempt waits until further attempts end, so that their results share a transaction. Ms. */
const GATHER_MS = 10;
/**
 * The number of destinations in a full claim. After a full claim, further destinations may have due deliveries, so the
 * worker claims again at once.
 */
const FULL_CLAIM = 32;

/**
 * Delivers claimed rows to their destinations. One loop does all database work (record finished attempts, claim due
 * deliveries) and never waits for a destination; attempts run concurrently and report their outcomes. All attempts that
 * have ended are recorded in one transaction, so under load more results share a commit.
 *
 * Running deliveries are counted per destination. This bounds the memory for bodies, and the number of slots that a
 * slow destination can block.
 */
export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const state: WorkerState = {
    stopping: false,
    inFlight: new Map(),
    total: 0,
    attempted: [],
    unserved: [],
    hasUnwritten: false,
    afterId: '',
    reclaimAt: 0,
  };
  // The series starts with 0, because Prometheus sees no increase when a series starts with its first fault.
  metrics.leasesLost.inc({ service: 'notifications' }, 0);
  let drained = () => {};
  const whenDrained = new Promise<void>((resolve) => (drained = resolve));
  const loop: Loop = startLoop({
    name: 'deliveries',
    everyMs: options.pollMs,
    log: options.log,
    async round() {
      await waitForMoreResults(state);
      const isBusy = await runRound(options, state, loop);
      if (state.stopping && !hasWork(state)) drained();
      return isBusy;
    },
  });
  return {
    wake: loop.wake,
    async stop(maxWaitMs) {
      state.stopping = true;
      loop.wake();
      await Promise.race([whenDrained, sleep(maxWaitMs, undefined, { ref: false })]);
      await Promise.race([loop.stop(), sleep(LAST_ROUND_MS, undefined, { ref: false })]);
    },
  };
}

function hasWork({ total, attempted, unserved }: WorkerState): boolean {
  return total + attempted.length + unserved.length > 0;
}

/**
 * If some attempts have ended and others are still running, waits briefly for further results. A transaction with many
 * results costs as much as a transaction with one result.
 */
async function waitForMoreResults(state: WorkerState): Promise<void> {
  await nextTurn();
  const ended = state.attempted.length;
  if (ended > 0 && ended < state.total) await sleep(GATHER_MS);
}

/**
 * Records finished attempts and claims due deliveries concurrently. While results cannot be recorded, the worker claims
 * nothing: unrecorded results would accumulate, and their messages would be sent again. Returns true when there may be
 * more to do at once.
 */
async function runRound(options: WorkerOptions, state: WorkerState, loop: Loop): Promise<boolean> {
  const { hasUnwritten } = state;
  state.hasUnwritten = false;
  const written = Promise.all([writeResults(options, state, loop), postponeUnserved(options, state)]);
  if (hasUnwritten) await written;
  const [mayTakeMore] = await Promise.all([state.stopping ? false : claimMore(options, state, loop), written]);
  if (!state.stopping) await reclaimIfDue(options, state);
  return mayTakeMore || state.attempted.length + state.unserved.length > 0;
}

/**
 * Records the results of finished attempts. When the database fails, the results stay in memory and are recorded later,
 * unless another worker has claimed their deliveries meanwhile (the fence shows this).
 */
async function writeResults({ useCases, log }: WorkerOptions, state: WorkerState, loop: Loop): Promise<void> {
  const batch = state.attempted.splice(0);
  if (batch.length === 0) return;
  const { retryDelays, lost } = await useCases
    .recordAttempts(batch)
    .catch(requeueHandler(state, state.attempted, batch));
  if (lost > 0) {
    metrics.leasesLost.inc({ service: 'notifications' }, lost);
    log.info('delivery leases lost', { lost });
  }
  // Without this timer, the poll would add up to half a second to a wait of five seconds.
  for (const delay of retryDelays.filter((ms) => ms < TIMED_RETRY_MS)) loop.wakeAfter(delay + 5);
}

async function postponeUnserved({ useCases }: WorkerOptions, state: WorkerState): Promise<void> {
  const batch = state.unserved.splice(0);
  if (batch.length > 0)
    await useCases.postponeDeliveries(batch, POSTPONE_MS).catch(requeueHandler(state, state.unserved, batch));
}

function requeueHandler<T>(state: WorkerState, queue: T[], batch: T[]) {
  return (err: unknown): never => {
    state.hasUnwritten = true;
    queue.unshift(...batch);
    throw err;
  };
}

async function reclaimIfDue({ useCases, log }: WorkerOptions, state: WorkerState): Promise<void> {
  if (performance.now() < state.reclaimAt) return;
  state.reclaimAt = performance.now() + RECLAIM_EVERY_MS;
  const count = await useCases.reclaimDeliveries(RECLAIMED_AT_ONCE);
  if (count > 0) log.info('deliveries reclaimed', { count });
}

async function claimMore(options: WorkerOptions, state: WorkerState, loop: Loop): Promise<boolean> {
  const free = options.maxInFlight - state.total - state.attempted.length;
  if (free <= 0) return false;
  const { afterId, inFlight } = state;
  const claim = await options.useCases.claimDeliveries({ free, inFlight, afterId });
  state.afterId = claim.afterId;
  for (const lane of claim.lanes) startLane(options, state, loop, lane);
  return claim.lanes.length >= FULL_CLAIM;
}

function startLane({ serve }: WorkerOptions, state: WorkerState, loop: Loop, lane: DestinationLane): void {
  const { destination, deliveries } = lane;
  state.total += deliveries.length;
  state.inFlight.set(destination.id, (state.inFlight.get(destination.id) ?? 0) + deliveries.length);
  void serve(lane, {
    attempted(one) {
      countEnded(state, one.delivery);
      state.attempted.push(one);
      loop.wake();
    },
    unserved(those) {
      for (const delivery of those) countEnded(state, delivery);
      state.unserved.push(...those);
      loop.wake();
    },
  });
}

function countEnded(state: WorkerState, { destinationId }: ClaimedDelivery): void {
  const left = (state.inFlight.get(destinationId) ?? 0) - 1;
  if (left > 0) state.inFlight.set(destinationId, left);
  else state.inFlight.delete(destinationId);
  state.total -= 1;
}
