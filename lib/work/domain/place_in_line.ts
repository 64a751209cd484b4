import type { WorkState } from './states.ts';

/**
 * The state of a new operation, given the open ones with the same active key: the first is ready, later ones wait.
 * Deferred operations block nothing. Null when `maxWaiting` are waiting.
 */
export function placeInLine(
  open: readonly { state: WorkState | string }[],
  maxWaiting: number,
): 'ready' | 'waiting' | null {
  if (open.every(({ state }) => state === 'putOff')) return 'ready';
  return open.filter(({ state }) => state === 'waiting').length < maxWaiting ? 'waiting' : null;
}
