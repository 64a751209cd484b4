import type { OutboundResponse, SendRequest } from '../../lib/http/outbound.ts';

/** Counts the calls of one conversation against their budgets. Created by call_budgets.ts. */
export type Meter = {
  /** Wraps `send`. Each call first takes a permit; then the rate limit headers of its response are recorded. */
  metered(send: SendRequest): SendRequest;
  /** After a failure: a 429 closes the budget for every process. Never rejects. */
  failed(error: unknown): Promise<void>;
  /**
   * Like `failed`, for a response whose body is streamed: the status and the headers show whether the response is a
   * rate limit.
   */
  answered(head: Pick<OutboundResponse, 'status' | 'headers'>): Promise<void>;
};

/**
 * A meter without budgets: for archived pages, a simulated provider on this machine, and APIs that Causeway itself
 * uses, such as Stripe's.
 */
export const unmetered: Meter = {
  metered: (send) => send,
  failed: async () => {},
  answered: async () => {},
};
