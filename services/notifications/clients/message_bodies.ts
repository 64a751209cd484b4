import { systemCall } from '../../../lib/rpc/call.ts';
import type { GrantedClient } from '../../../lib/rpc/client.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';

/**
 * Finds bodies by message id; omits bodies that the service `reads` has deleted. Rejects when that service is
 * unavailable.
 */
type ReadBodies = (messageIds: string[]) => Promise<Map<string, Uint8Array>>;

type Deps = ClockAndIds & {
  reads: Pick<GrantedClient<'notifications', 'reads'>, 'batchGetMessages'>;
  timeoutMs: number;
};

/**
 * Fetches message bodies from the service `reads`. A response has at most 2 MiB, so the ids without a body are
 * requested again, until every body was found or a response is empty.
 */
export function makeReadBodies({ reads, newId, clock, timeoutMs }: Deps): ReadBodies {
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
