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
  /** The process that made this call; undefined without process keys, which prove it. */
  process?: ProcessName | undefined;
  /** The time after which the caller no longer waits for the answer. Unix ms. */
  deadline: number;
  signal?: AbortSignal | undefined;
  /** If set, the client adds the name of each service that it calls. */
  asked?: Set<string> | undefined;
};

/** The process name of calls that only check whether a service answers. */
export const PROBE_PROCESS = 'health';

export const DEFAULT_DEADLINE_MS = 10_000;

/** A call that no request causes, such as a call of a worker or an event handler. `timeoutMs` defaults to 10 s. */
export function systemCall(
  process: string,
  deps: { newId: NewId; clock: Clock },
  timeoutMs = DEFAULT_DEADLINE_MS,
): Call {
  return { requestId: deps.newId(), principal: `system:${process}`, deadline: deps.clock.now() + timeoutMs };
}
