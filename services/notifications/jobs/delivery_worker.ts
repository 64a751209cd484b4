import { setTimeout } from 'node:timers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createBell, type Bell } from '../../../lib/events/bell.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Attempted, HeldDelivery } from '../domain/delivery.ts';
import type { ClaimDeliveries, Lane } from '../usecases/claim_deliveries.ts';
import type { RecordAttempts } from '../usecases/record_attempts.ts';
import type { ReleaseDeliveries } from '../usecases/release_deliveries.ts';
import type { ServeLane } from './serve_lane.ts';

/**
 * Moves deliveries from their rows to their destinations. One loop does all that touches the database (write what
 * ended, claim what is due) and never waits for a destination; the attempts run beside it and report back. So all
 * that ended meanwhile is written by the next transaction together: the busier it gets, the more share a commit.
 *
 * Whoever is under way is counted by destination, which bounds memory (bodies) as well as what one destination can
 * hold up.
 */
export type WorkerOptions = {
  claim: ClaimDeliveries;
  serve: ServeLane;
  record: RecordAttempts;
  release: ReleaseDeliveries;
  /** Puts back what dead workers hold. */
  reclaim: () => Promise<number>;
  log: Log;
  pollMs: number;
  maxInFlight: number;
};

export type DeliveryWorker = {
  /** There may be something due. */
  wake(): void;
  /** Takes nothing more and waits for what is under way, at most `patienceMs`; leases let go of the rest. */
  stop(patienceMs: number): Promise<void>;
};

type State = {
  stopping: boolean;
  isGivenUp: boolean;
  inFlight: Map<string, number>;
  total: number;
  attempted: Attempted[];
  unserved: HeldDelivery[];
  lastServed: string;
  reclaimAt: number;
};

const RECLAIM_EVERY = 1_000;
/** How long a delivery rests whose body could not be had. Ms. */
const REST = 1_000;
/** A retry further away is found by the poll in good time. Ms. */
const TIMED_RETRY = 60_000;
/** How long the first to end waits for others to write with. Ms. */
const GATHER = 10;
/** A claim that touched so many destinations may have left some out. */
const MANY_LANES = 32;

export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const bell = createBell();
  const state: State = {
    stopping: false,
    isGivenUp: false,
    inFlight: new Map(),
    total: 0,
    attempted: [],
    unserved: [],
    lastServed: '',
    reclaimAt: 0,
  };
  const running = run(options, state, bell);
  return {
    wake: bell.ring,
    async stop(patienceMs) {
      state.stopping = true;
      bell.ring();
      await Promise.race([running, sleep(patienceMs, undefined, { ref: false })]);
      state.isGivenUp = true;
    },
  };
}

async function run(options: WorkerOptions, state: State, bell: Bell): Promise<void> {
  while (!state.stopping || (isUnderWay(state) && !state.isGivenUp)) {
    const wasBusy = await round(options, state, bell).catch((err: unknown) => {
      options.log.warn('delivery round failed', { err });
      return false;
    });
    if (!wasBusy) await bell.wait(options.pollMs);
    await gather(state);
  }
}

function isUnderWay({ total, attempted, unserved }: State): boolean {
  return total + attempted.length + unserved.length > 0;
}

/**
 * Answers come in one by one; writing each by itself would cost as much as writing them all. So unless all that is under
 * way has ended, the others get a moment to.
 */
async function gather(state: State): Promise<void> {
  await nextTurn();
  const ended = state.attempted.length;
  if (ended > 0 && ended < state.total) await sleep(GATHER);
}

/** Whether there may be more to do at once. What ended and what comes next have nothing to wait for in each other. */
async function round(options: WorkerOptions, state: State, bell: Bell): Promise<boolean> {
  const written = Promise.all([writeResults(options, state, bell), releaseUnserved(options, state)]);
  const [mayTakeMore] = await Promise.all([state.stopping ? false : takeMore(options, state, bell), written]);
  if (!state.stopping) await reclaimNowAndThen(options, state);
  return mayTakeMore || state.attempted.length + state.unserved.length > 0;
}

/** When the database fails they are kept and written later; the fence decides then whether they still count. */
async function writeResults({ record, log }: WorkerOptions, state: State, bell: Bell): Promise<void> {
  const batch = state.attempted.splice(0);
  if (batch.length === 0) return;
  const { retryDelays, lost } = await record(batch).catch(keptFor(state.attempted, batch));
  if (lost > 0) log.info('delivery leases lost', { lost });
  // A poll alone would put up to half a second on top of a gap of five.
  for (const delay of retryDelays.filter((ms) => ms < TIMED_RETRY)) setTimeout(bell.ring, delay + 5).unref();
}

async function releaseUnserved({ release }: WorkerOptions, state: State): Promise<void> {
  const batch = state.unserved.splice(0);
  if (batch.length > 0) await release(batch, REST).catch(keptFor(state.unserved, batch));
}

function keptFor<T>(queue: T[], batch: T[]) {
  return (err: unknown): never => {
    queue.unshift(...batch);
    throw err;
  };
}

async function reclaimNowAndThen({ reclaim, log }: WorkerOptions, state: State): Promise<void> {
  if (performance.now() < state.reclaimAt) return;
  state.reclaimAt = performance.now() + RECLAIM_EVERY;
  const count = await reclaim();
  if (count > 0) log.info('deliveries reclaimed', { count });
}

/** Nothing is taken on top of results that can't be written: then the database is away, and they would only pile up. */
async function takeMore(options: WorkerOptions, state: State, bell: Bell): Promise<boolean> {
  const free = options.maxInFlight - state.total - state.attempted.length;
  if (free <= 0) return false;
  const lanes = await options.claim({ free, inFlight: state.inFlight, afterId: state.lastServed });
  for (const lane of lanes) startLane(options, state, bell, lane);
  return lanes.length >= MANY_LANES;
}

function startLane({ serve }: WorkerOptions, state: State, bell: Bell, lane: Lane): void {
  const { destination, deliveries } = lane;
  state.lastServed = destination.id;
  state.total += deliveries.length;
  state.inFlight.set(destination.id, (state.inFlight.get(destination.id) ?? 0) + deliveries.length);
  void serve(lane, {
    attempted(one) {
      leave(state, one.delivery);
      state.attempted.push(one);
      bell.ring();
    },
    unserved(those) {
      for (const delivery of those) leave(state, delivery);
      state.unserved.push(...those);
      bell.ring();
    },
  });
}

function leave(state: State, { destinationId }: HeldDelivery): void {
  const left = (state.inFlight.get(destinationId) ?? 0) - 1;
  if (left > 0) state.inFlight.set(destinationId, left);
  else state.inFlight.delete(destinationId);
  state.total -= 1;
}
