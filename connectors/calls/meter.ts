import type { OutboundResponse, Send } from '../../lib/http/outbound.ts';

/** Counts the calls of one conversation against their budgets. call_budgets.ts makes it. */
export type Meter = {
  /** Wraps `send` so that each call takes a permit first, and its response is learnt from. */
  metered(send: Send): Send;
  /** After a failure: a 429 closes the budget for every process. Never rejects. */
  failed(error: unknown): Promise<void>;
  /** Reports an answer whose body is not read here. Its status and headers show whether it is a rate limit. */
  answered(head: Pick<OutboundResponse, 'status' | 'headers'>): Promise<void>;
};

/** For what calls no provider: an archive, a stub of a provider on this machine, an API of our own suppliers. */
export const unmetered: Meter = {
  metered: (send) => send,
  failed: async () => {},
  answered: async () => {},
};
