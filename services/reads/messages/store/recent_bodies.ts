import type { MessageBody } from '../domain/message.ts';

/**
 * Bodies that were just committed. Their delivery asks for them within milliseconds, and reading them back costs more
 * than keeping them. A body leaves when its message is settled, or when newer ones need the room. Who doesn't find a
 * body here reads it from the table, so it makes no difference which replica is asked.
 */
export type RecentBodies = {
  add(messages: readonly MessageBody[]): void;
  find(ids: readonly string[]): MessageBody[];
  drop(ids: readonly string[]): void;
};

const MAX_BYTES = 4 * 1024 * 1024;

export function recentBodies(maxBytes = MAX_BYTES): RecentBodies {
  const kept = new Map<string, Uint8Array>();
  let bytes = 0;

  function drop(id: string): void {
    bytes -= kept.get(id)?.length ?? 0;
    kept.delete(id);
  }
  return {
    add(messages) {
      for (const { id, body } of messages) {
        kept.set(id, body);
        bytes += body.length;
      }
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    find: (ids) =>
      ids.flatMap((id) => {
        const body = kept.get(id);
        return body ? [{ id, body }] : [];
      }),
    drop: (ids) => ids.forEach(drop),
  };
}
