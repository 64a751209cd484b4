import { clearTimeout, setTimeout } from 'node:timers';
import { OutboundError } from './outbound_error.ts';

export type Deadlines = {
  signal: AbortSignal;
  /** The response head is here; only the end of the whole exchange is still awaited. */
  headArrived(): void;
  /** Always call it: it lets go of the timers and of the caller's signal. */
  clear(): void;
};

/**
 * One abort signal for everything that ends an exchange early. undici's own body time-out measures the pause between
 * two chunks, so a body that drips a byte a second would never end; these count from the start.
 */
export function startDeadlines(limits: {
  headMs: number;
  totalMs: number;
  signal?: AbortSignal | undefined;
}): Deadlines {
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
