import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock };

/** Every delivery of these messages is final: from here on their bodies are kept for the retention time only. */
export function makeSettleMessages({ stores, clock }: Deps) {
  return async function settleMessages(
    eventId: string,
    projectId: string,
    messageIds: readonly string[],
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId))) return;
      await s.messages.settle(projectId, messageIds, clock.now());
    });
  };
}

export type SettleMessages = ReturnType<typeof makeSettleMessages>;
