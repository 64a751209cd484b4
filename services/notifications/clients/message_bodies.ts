import type { NewId } from '../../../lib/ids/ids.ts';
import { systemCall } from '../../../lib/rpc/call.ts';
import type { Client } from '../../../lib/rpc/services.ts';
import type { Clock } from '../../../lib/time/clock.ts';

/** Bodies by message id; what reads no longer has is not in it. Rejects when reads does not answer. */
export type ReadBodies = (messageIds: string[]) => Promise<Map<string, Uint8Array>>;

type Deps = { reads: Pick<Client<'reads'>, 'batchGetMessages'>; newId: NewId; clock: Clock; timeoutMs: number };

/**
 * Message bodies lie in reads. An answer holds 2 MiB at most, so the rest is asked for again, until an answer brings
 * nothing more.
 */
export function messageBodies({ reads, newId, clock, timeoutMs }: Deps): ReadBodies {
  return async function readBodies(messageIds) {
    const bodies = new Map<string, Uint8Array>();
    let missing = messageIds;
    while (missing.length > 0) {
      const { messages } = await reads.batchGetMessages(systemCall('notifications', { newId, clock }, timeoutMs), {
        messageIds: missing,
      });
      if (messages.length === 0) return bodies;
      for (const { id, body } of messages) bodies.set(id, body);
      missing = missing.filter((id) => !bodies.has(id));
    }
    return bodies;
  };
}
