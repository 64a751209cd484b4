import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId };
/** `failed`: how many of them reached nobody; all or none. */
type Settled = { projectId: string; messageIds: readonly string[]; failed: number };

/**
 * Every delivery of these messages is final: from here on their bodies are kept for the retention time only. The log of
 * an operation whose records reached nobody says so, for the operation itself succeeded long ago.
 */
export function makeSettleMessages({ stores, clock, newId }: Deps) {
  return async function settleMessages(eventId: string, { projectId, messageIds, failed }: Settled): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId))) return;
      const time = clock.now();
      const lost = failed > 0 ? await s.messages.countPending(projectId, messageIds) : [];
      for (const { operationId, count } of lost) {
        await s.logs.add(projectId, operationId, [{ id: newId(), time, severity: 'WARNING', ...lostLine(count) }]);
      }
      await s.messages.settle(projectId, messageIds, time);
    });
  };
}

function lostLine(count: number) {
  return {
    msg: `${count} ${count === 1 ? 'message' : 'messages'} could not be delivered.`,
    error: 'The destination does not exist, is disabled, or refused every attempt.',
  };
}

export type SettleMessages = ReturnType<typeof makeSettleMessages>;
