import type { Knex } from 'knex';
import type { Log } from '../log/log.ts';
import { createBell } from './bell.ts';
import type { Bus } from './bus.ts';
import { catalog, type Service } from './catalog.ts';
import type { CausewayEvent } from './event.ts';
import { inboxStore } from './inbox.ts';
import { outboxQueue, type DueEvent, type OutboxQueue } from './outbox_queue.ts';
import { setOutlet } from './outbox.ts';

/**
 * Rings for what is in the outbox: for a new event at once (the commit nudges; a poll finds what another replica or a
 * crash left behind), for an unacknowledged one again after 10 s, 20 s, ... 10 min. How much is rung again is bounded
 * by those gaps and by a hundred a round, a round a second: a relay that repeats everything pending makes a slow
 * consumer slower until nothing moves (that was measured, and is why).
 *
 * Any number of replicas run it; they claim rows apart from each other.
 */
export type RelayOptions = {
  db: Knex;
  bus: Bus;
  producer: Service;
  log: Log;
  pollMs?: number;
  /** Tests only: events are published once after the commit and never stored, to show that the crash tests notice. */
  dropOutbox?: boolean;
};

export type Relay = {
  /** There may be something to ring for. Committing does this by itself. */
  nudge(): void;
  /** Ends after the round that runs. */
  stop(): Promise<void>;
};

const BATCH = 100;
const PURGE_EVERY = 3600_000;

export function startRelay(options: RelayOptions): Relay {
  const { db, bus, producer, dropOutbox = false } = options;
  const queue = outboxQueue(db);
  const bell = createBell();
  const state = { stopped: false };
  const acks = bus.onAck(producer, (consumer, ids) => acknowledge(options, queue, consumer, ids));
  const publishOnce = (events: CausewayEvent[]) => void bus.publish(events.map(onlyOnce(producer))).catch(() => {});
  setOutlet(db, { nudge: bell.ring, ...(dropOutbox && { publishOnce }) });
  const running = run(options, queue, bell.wait, state);
  return {
    nudge: bell.ring,
    async stop() {
      state.stopped = true;
      setOutlet(db, undefined);
      bell.ring();
      await Promise.all([running, acks.stop()]);
    },
  };
}

async function run(
  options: RelayOptions,
  queue: OutboxQueue,
  wait: (ms: number) => Promise<void>,
  state: { stopped: boolean },
): Promise<void> {
  const { log, pollMs = 1000 } = options;
  const due = { unacked: 0, purge: 0 };
  while (!state.stopped) {
    const more = await round(options, queue, due, pollMs).catch((err: unknown) => {
      log.warn('relay round failed', { err });
      return false;
    });
    if (!more && !state.stopped) await wait(pollMs);
  }
}

/** Whether there is more to ring for at once. */
async function round(
  options: RelayOptions,
  queue: OutboxQueue,
  due: { unacked: number; purge: number },
  pollMs: number,
): Promise<boolean> {
  const fresh = await queue.claimFresh(BATCH);
  let taken = await ring(options, queue, fresh);
  const now = performance.now();
  if (now >= due.unacked) {
    due.unacked = now + pollMs;
    taken = (await ring(options, queue, await queue.claimUnacked(BATCH))) && taken;
  }
  if (now >= due.purge) {
    due.purge = now + PURGE_EVERY;
    await inboxStore(options.db).purge();
  }
  return taken && fresh.length === BATCH;
}

/** False when the bus did not take them; then they ring at a later poll instead of after their whole gap. */
async function ring(
  { bus, producer, log, pollMs = 1000 }: RelayOptions,
  queue: OutboxQueue,
  due: DueEvent[],
): Promise<boolean> {
  if (due.length === 0) return true;
  try {
    await bus.publish(due.map((one) => ({ producer, ...one })));
    return true;
  } catch (err) {
    log.warn('bus did not take events', { err, count: due.length });
    await queue.postpone(
      due.map(({ event }) => event.id),
      pollMs,
    );
    return false;
  }
}

/** A lost acknowledgement only means another ring, which the consumer's inbox swallows and acknowledges again. */
async function acknowledge({ log }: RelayOptions, queue: OutboxQueue, consumer: Service, ids: string[]): Promise<void> {
  await queue.ack(consumer, ids).catch((err: unknown) => log.warn('acknowledgement not kept', { err, consumer }));
}

function onlyOnce(producer: Service) {
  return (event: CausewayEvent) => ({ producer, event, consumers: catalog[event.type].consumers, ring: 1 });
}
