import type { Knex } from 'knex';
import type { Log } from '../log/log.ts';
import { startLoop } from '../loop/loop.ts';
import type { Service } from '../trust/arrows.ts';
import type { EventBus } from './bus.ts';
import type { DirectSender } from './direct/direct_sender.ts';
import { directWayOf } from './direct/event_ways.ts';
import { setRelay } from './outbox.ts';
import { type DueEvent, type OutboxQueue, outboxQueue } from './outbox_queue.ts';

type RelayOptions = {
  db: Knex;
  bus: EventBus;
  producer: Service;
  log: Log;
  direct?: Pick<DirectSender, 'offer'>;
  pollMs?: number;
};

/** `unacked`: when the next unacknowledged events are claimed, in the ms of `performance.now`. */
type RelayState = { unacked: number; isRefused: boolean; isWoken: boolean };

export type OutboxRelay = {
  /** Wakes the relay. A commit of outbox rows does this by itself. */
  wake(): void;
  /** Stops after the current round. */
  stop(): Promise<void>;
};

const POLL_MS = 1_000;
const PULLED_POLL_MS = 5_000;
const BATCH = 100;

/**
 * Publishes the rows of the outbox. It publishes a new event at once, because the commit wakes the relay. A poll finds
 * the rows that another replica or a crashed process left. It publishes an unacknowledged event again after 10 s, 20 s,
 * ... 10 min, at most a hundred rows per second. Measured: a relay that republishes everything pending slows down a
 * slow consumer until the consumer handles nothing.
 *
 * Events that the bus refused, and events without an acknowledgement after 10 s, are also given to `direct`, which
 * sends them without the bus.
 *
 * Any number of replicas may run a relay: two relays never claim the same row at the same time.
 */
export function startRelay(options: RelayOptions): OutboxRelay {
  const { db, bus, producer, log, pollMs = POLL_MS } = options;
  const queue = outboxQueue(db);
  const acks = bus.onAck(producer, (consumer, ids) => acknowledgeEvents(options, queue, consumer, ids));
  const due: RelayState = { unacked: 0, isRefused: false, isWoken: false };
  const loop = startLoop({ name: 'relay', everyMs: pollMs, log, round: () => relayRound(options, queue, due, pollMs) });
  const wake = () => {
    due.isWoken = true;
    loop.wake();
  };
  setRelay(db, { wake });
  return {
    wake,
    async stop() {
      setRelay(db, undefined);
      await Promise.all([loop.stop(), acks.stop()]);
    },
  };
}

/** Returns true when more rows are due now. */
async function relayRound(
  options: RelayOptions,
  queue: OutboxQueue,
  due: RelayState,
  pollMs: number,
): Promise<boolean> {
  const { isWoken } = due;
  due.isWoken = false;
  const fresh = await queue.claimFresh(BATCH, isWoken);
  let taken = await publishDue(options, queue, fresh, due);
  const now = performance.now();
  if (now >= due.unacked) {
    due.unacked = now + pollMs;
    taken = (await publishDue(options, queue, await queue.claimUnacked(BATCH), due)) && taken;
  }
  return taken && fresh.length === BATCH;
}

/**
 * Returns false when the bus refused the events. Refused events are due at the next poll, not only after the full gap.
 */
async function publishDue(
  options: RelayOptions,
  queue: OutboxQueue,
  due: DueEvent[],
  state: RelayState,
): Promise<boolean> {
  const { bus, producer, log, direct } = options;
  if (due.length === 0) return true;
  try {
    await bus.publish(due.map((one) => ({ producer, ...one })));
    if (state.isRefused) log.info('publishing events works again');
    state.isRefused = false;
    direct?.offer(due.filter(({ attempt }) => attempt > 1));
    return true;
  } catch (err) {
    if (!state.isRefused) log.warn('publishing events failed, trying again', { err, count: due.length });
    state.isRefused = true;
    await postponePublication(options, queue, due);
    direct?.offer(due);
    return false;
  }
}

/**
 * Sets the time of the next publication: after one poll for events that the relay pushes, and after 5 s for events that
 * their consumers pull. Otherwise the events of a consumer that is down together with the bus would fill every round.
 */
async function postponePublication(
  { producer, direct, pollMs = POLL_MS }: RelayOptions,
  queue: OutboxQueue,
  due: DueEvent[],
): Promise<void> {
  const isPulled = ({ consumers }: DueEvent) =>
    direct !== undefined && consumers.every((consumer) => directWayOf(producer, consumer) === 'pull');
  const idsOf = (events: DueEvent[]) => events.map(({ event }) => event.id);
  await queue.postpone(idsOf(due.filter((one) => !isPulled(one))), pollMs);
  await queue.postpone(idsOf(due.filter(isPulled)), PULLED_POLL_MS);
}

/** A lost acknowledgement only causes a republication, which the consumer's inbox ignores and acknowledges again. */
async function acknowledgeEvents(
  { log }: RelayOptions,
  queue: OutboxQueue,
  consumer: Service,
  ids: string[],
): Promise<void> {
  await queue.ack(consumer, ids).catch((err: unknown) => log.warn('acknowledgement not stored', { err, consumer }));
}
