import { clearTimeout, setTimeout } from 'node:timers';
import { OutboundError } from './outbound_error.ts';

export type CallDeadlines = {
  signal: AbortSignal;
  /** Call when the response head has arrived; from then on only the total deadline applies. */
  headArrived(): void;
  /** Must always be called: clears the timers and detaches from the caller's signal. */
  clear(): void;
};

/**
 * Combines the caller's signal and the deadlines of an exchange in one abort signal. The deadlines count from the
 * start of the exchange. undici's own body timeout only measures the pause between chunks, so a body that arrives at
 * one byte a second would never time out.
 */
export function startDeadlines(limits: {
  headMs: number;
  totalMs: number;
  signal?: AbortSignal | undefined;
}): CallDeadlines {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new OutboundError('timeout'));
  const onCallerAbort = () => controller.abort(new OutboundError('aborted', limits.signal?.reason));
  const head = setTimeout(giveUp, Math.min(limits.headMs, limits.totalMs));
  const total = setTimeout(giveUp, limits.totalMs);
  limits.signal?.addEventListener('abort', onCallerAbort, { once: true });
  if (limits.signal?.aborted) onCallerAbort();
  return {
    signal: controller.signal,
    headArrived: () => clearTimeout(head),
    clear() {
      clearTimeout(head);
      clearTimeout(total);
      limits.signal?.removeEventListener('abort', onCallerAbort);
    },
  };
}
