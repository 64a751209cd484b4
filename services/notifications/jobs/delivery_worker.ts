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
 * Whoever is under way is counted by destination until its result is written, which bounds memory (bodies) as well as
 * what one destination can hold up.
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
  stop(patienceMs?: number): Promise<void>;
};

type State = {
  stopping: boolean;
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
const PATIENCE = 22_000;
const GATHER = 10;

export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const bell = createBell();
  const state: State = { stopping: false, inFlight: new Map(), total: 0, attempted: [], unserved: [], lastServed: '', reclaimAt: 0 };
  const running = run(options, state, bell);
  return {
    wake: bell.ring,
    async stop(patienceMs = PATIENCE) {
      state.stopping = true;
      bell.ring();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
      state.total = 0;
    },
  };
}

async function run(options: WorkerOptions, state: State, bell: Bell): Promise<void> {
  while (!state.stopping || state.total > 0) {
    const wasBusy = await round(options, state, bell).catch((err: unknown) => {
      options.log.warn('delivery round failed', { err });
      return false;
    });
    if (!wasBusy) await bell.wait(options.pollMs);
    await gather(state);
  }
}

/**
 * Answers come in one by one; writing each by itself would cost as much as writing them all. So unless half of what is
 * under way has ended, the others get a moment to.
 */
async function gather(state: State): Promise<void> {
  await nextTurn();
  const ended = state.attempted.length;
  if (ended > 0 && 2 * ended < state.total) await sleep(GATHER);
}

/** Whether there was anything to do, and so may be more. */
async function round(options: WorkerOptions, state: State, bell: Bell): Promise<boolean> {
  const wrote = await writeResults(options, state, bell);
  const released = await releaseUnserved(options, state);
  if (state.stopping) return wrote || released;
  await reclaimNowAndThen(options, state);
  return await takeMore(options, state, bell) || wrote || released;
}

/** When the database fails they are kept and written later; the fence decides then whether they still count. */
async function writeResults({ record, log }: WorkerOptions, state: State, bell: Bell): Promise<boolean> {
  const batch = [...state.attempted];
  if (batch.length === 0) return false;
  const { retryDelays, lost } = await record(batch);
  state.attempted.splice(0, batch.length);
  for (const { delivery } of batch) leave(state, delivery);
  if (lost > 0) log.info('delivery leases lost', { lost });
  // A poll alone would put up to half a second on top of a gap of five.
  for (const delay of retryDelays.filter((ms) => ms < TIMED_RETRY)) setTimeout(bell.ring, delay + 5).unref();
  return true;
}

async function releaseUnserved({ release }: WorkerOptions, state: State): Promise<boolean> {
  const batch = [...state.unserved];
  if (batch.length === 0) return false;
  await release(batch, REST);
  state.unserved.splice(0, batch.length);
  for (const delivery of batch) leave(state, delivery);
  return true;
}

async function reclaimNowAndThen({ reclaim, log }: WorkerOptions, state: State): Promise<void> {
  if (performance.now() < state.reclaimAt) return;
  state.reclaimAt = performance.now() + RECLAIM_EVERY;
  const count = await reclaim();
  if (count > 0) log.info('deliveries reclaimed', { count });
}

async function takeMore(options: WorkerOptions, state: State, bell: Bell): Promise<boolean> {
  const free = options.maxInFlight - state.total;
  if (free <= 0) return false;
  const lanes = await options.claim({ free, inFlight: state.inFlight, afterId: state.lastServed });
  for (const lane of lanes) startLane(options, state, bell, lane);
  return lanes.length > 0;
}

function startLane({ serve }: WorkerOptions, state: State, bell: Bell, lane: Lane): void {
  const { destination, deliveries } = lane;
  state.lastServed = destination.id;
  state.total += deliveries.length;
  state.inFlight.set(destination.id, (state.inFlight.get(destination.id) ?? 0) + deliveries.length);
  void serve(lane, {
    attempted(one) {
      state.attempted.push(one);
      bell.ring();
    },
    unserved(those) {
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
