import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { groupBy } from '../../domain/group_by.ts';
import type { Held, HoldStore } from '../domain/hold.ts';
import { settledEvents } from '../../deliveries/usecases/settled_events.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Outbox } from '../../domain/outbox.ts';

type Stores = { holds: HoldStore; outbox: Outbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; log: Log; undeliveredRetentionMs: number };

const AT_ONCE = 200;

/**
 * Ends held messages that are older than the retention of undelivered messages. Messages of reads become undelivered:
 * reads drops their bodies, and later reads their records again. A notification cannot be made again; it is logged as
 * lost. Returns whether there may be more.
 */
export function makeExpireHolds({ stores, clock, newId, log, undeliveredRetentionMs }: Deps) {
  return async function expireHolds(): Promise<boolean> {
    const expired = await stores.transaction(async (s) => {
      const time = clock.now();
      const held = await s.holds.expire(time - undeliveredRetentionMs, { limit: AT_ONCE, updateTime: time });
      for (const isRefused of [true, false]) {
        const settled = held.filter((one) => one.isRefused === isRefused);
        for (const event of settledEvents(settled, 'failed', { newId, time, isRefused })) await s.outbox.add(event);
      }
      return held;
    });
    for (const [source, held] of groupBy(expired, ({ source: one }) => one)) warn(log, source, held);
    return expired.length === AT_ONCE;
  };
}

function warn(log: Log, source: Held['source'], held: Held[]): void {
  const msg = source === 'notification' ? 'notifications lost' : 'messages undelivered';
  for (const group of groupBy(held, ({ destinationId }) => destinationId).values()) {
    const [{ projectId, destinationId }] = group as [Held];
    log.warn(msg, { projectId, destinationId, ids: group.map(({ id }) => id) });
  }
}
