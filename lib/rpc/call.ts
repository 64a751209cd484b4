import type { NewId } from '../ids/ids.ts';
import type { Clock } from '../time/clock.ts';

/**
 * What travels with a request through every process: whose it is, what it is called in the logs, and how long anybody
 * still waits for it.
 */
export type Call = {
  requestId: string;
  /** api-key:<id>, builder:<id>, consumer:<ref> or system:<process>. */
  principal: string;
  /** Unix milliseconds after which the answer is of no use. */
  deadline: number;
  signal?: AbortSignal | undefined;
};

export const DEFAULT_DEADLINE_MILLIS = 10_000;

/** A call that no person is waiting for: a worker's, a consumer's. `timeoutMillis` defaults to 10 s. */
export function systemCall(
  process: string,
  deps: { newId: NewId; clock: Clock },
  timeoutMillis = DEFAULT_DEADLINE_MILLIS,
): Call {
  return { requestId: deps.newId(), principal: `system:${process}`, deadline: deps.clock.now() + timeoutMillis };
}
