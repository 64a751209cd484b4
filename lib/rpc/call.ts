import type { NewId } from '../ids/ids.ts';
import type { Clock } from '../time/clock.ts';
import type { ProcessName } from '../trust/arrows.ts';

/**
 * The context of a request, passed through all processes: caller, request id and deadline.
 */
export type Call = {
  requestId: string;
  /** api-key:<id>, builder:<id>, consumer:<ref> or system:<process>. */
  principal: string;
  /** The process that made this call, where keys prove it. */
  process?: ProcessName | undefined;
  /** Unix ms after which nobody waits for the answer. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** The services that were called with it, if somebody wants to know. */
  asked?: Set<string> | undefined;
};

/** The process name of calls that only look whether a service answers. */
export const PROBE = 'health';

export const DEFAULT_DEADLINE_MS = 10_000;

/** A call without a waiting person, as from a worker or an event handler. `timeoutMs` defaults to 10 s. */
export function systemCall(
  process: string,
  deps: { newId: NewId; clock: Clock },
  timeoutMs = DEFAULT_DEADLINE_MS,
): Call {
  return { requestId: deps.newId(), principal: `system:${process}`, deadline: deps.clock.now() + timeoutMs };
}
