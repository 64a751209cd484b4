/** The error message of a wait that timed out; a negative control accepts it as a failure. */
export const TIMED_OUT = 'Timed out before the expected state was reached.';

/** How many times slower a busy machine may be than a quiet one. */
const BUSY = 12;

/**
 * How long to wait for a state that a quiet machine reaches within `ms`. A wait ends when the state is there, so a long
 * one costs nothing; under a mutation the state is expected never to come.
 */
export function patienceFor(ms: number): number {
  const { causewayMutation } = globalThis as { causewayMutation?: string };
  return causewayMutation === undefined ? ms * BUSY : ms;
}
