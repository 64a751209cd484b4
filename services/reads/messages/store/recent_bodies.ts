import type { MessageBody } from '../domain/message.ts';

/**
 * Bodies that were just committed. Their delivery asks for them within milliseconds, and reading them back costs more
 * than keeping them. A body leaves when its message is settled on this replica, or when newer ones need the room. Who
 * doesn't find a body here reads it from the table, so it makes no difference which replica is asked.
 *
 * Another replica may settle a message, or delete its body. So after a minute, only the table answers.
 */
export type RecentBodies = {
  add(messages: readonly MessageBody[]): void;
  find(ids: readonly string[]): MessageBody[];
  drop(ids: readonly string[]): void;
};

const MAX_BYTES = 4 * 1024 * 1024;
const MAX_AGE_MS = 60_000;

type Kept = { body: Uint8Array; since: number };

/** `now`: ms of a clock that only goes forward. */
export function recentBodies(maxBytes = MAX_BYTES, now: () => number = () => performance.now()): RecentBodies {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= kept.get(id)?.body.length ?? 0;
    kept.delete(id);
  }
  const isOld = ({ since }: Kept) => since < now() - MAX_AGE_MS;
  return {
    add(messages) {
      for (const { id, body } of messages) {
        drop(id);
        kept.set(id, { body, since: now() });
        bytes += body.length;
      }
      for (const [oldest, one] of kept) {
        if (bytes <= maxBytes && !isOld(one)) break;
        drop(oldest);
      }
    },
    find: (ids) =>
      ids.flatMap((id) => {
        const one = kept.get(id);
        return one && !isOld(one) ? [{ id, body: one.body }] : [];
      }),
    drop: (ids) => ids.forEach(drop),
  };
}
