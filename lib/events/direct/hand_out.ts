import type { CausewayEvent } from '../event.ts';
import type { OutboxQueue } from '../outbox_queue.ts';

/**
 * Returns unacknowledged events to consumers that pull them. It does not return an event again for 10 s, unless
 * `forget` is called. So the replicas of a consumer get different events, and an event whose handler fails is not in
 * every answer. Each process remembers its own answers: another replica of the producer may return the same event, and
 * the consumer's inbox then ignores it. A process remembers at most 5,000 events: a consumer that never acknowledges
 * gets no further events until the 10 s of its first events have passed.
 */
type EventLeases = {
  /** Returns at most `limit` events that `consumer` has not acknowledged, oldest first. */
  take(consumer: string, limit: number): Promise<CausewayEvent[]>;
  /**
   * Allows `take` to return these events again: the consumer acknowledged them, or they did not fit into the answer.
   */
  forget(consumer: string, ids: readonly string[]): void;
};

const LEASE_MS = 10_000;
const MAX_LEASED = 5_000;
const IDS_AT_ONCE = 200;

export function createEventLeases(queue: OutboxQueue, now: () => number = () => performance.now()): EventLeases {
  const out = new Map<string, number>();
  const key = (consumer: string, id: string) => `${consumer}:${id}`;

  /** Synchronous, so that two requests never take the same event. */
  function reserve(consumer: string, ids: string[], limit: number): string[] {
    const room = Math.max(0, Math.min(limit, MAX_LEASED - out.size));
    const free = ids.filter((id) => !out.has(key(consumer, id))).slice(0, room);
    for (const id of free) out.set(key(consumer, id), now() + LEASE_MS);
    return free;
  }

  async function freeIds(consumer: string, limit: number): Promise<string[]> {
    const taken: string[] = [];
    for (let after = ''; taken.length < limit && out.size < MAX_LEASED; ) {
      const ids = await queue.unackedIds(consumer, after, IDS_AT_ONCE);
      taken.push(...reserve(consumer, ids, limit - taken.length));
      if (ids.length < IDS_AT_ONCE) break;
      after = ids.at(-1) ?? '';
    }
    return taken;
  }

  return {
    async take(consumer, limit) {
      for (const [reserved, end] of out) if (end <= now()) out.delete(reserved);
      const ids = await freeIds(consumer, limit);
      const events = await queue.events(ids);
      const returned = new Set(events.map(({ id }) => id));
      for (const id of ids) if (!returned.has(id)) out.delete(key(consumer, id));
      return events;
    },
    forget(consumer, ids) {
      for (const id of ids) out.delete(key(consumer, id));
    },
  };
}
