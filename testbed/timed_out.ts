/** The error message of a wait that timed out. A negative control counts it as the failure that it expects. */
export const TIMED_OUT = 'Timed out before the expected state was reached.';

/** How many times slower a busy machine may be than a quiet one. */
const BUSY = 12;

/**
 * How long to wait for a state that a quiet machine reaches within `ms`. The wait is long, as it ends when the state is
 * reached. Under a mutation it is short, because then the state is expected never to be reached.
 */
export function patienceFor(ms: number): number {
  const { causewayMutation } = globalThis as { causewayMutation?: string };
  return causewayMutation === undefined ? ms * BUSY : ms;
}
