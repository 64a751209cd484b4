import type { LoopDefinition } from '../../../lib/loop/loops.ts';
import type { UseCases } from '../use_cases.ts';

type LoopIntervals = { refreshRound: number; revocationRound: number; tidyRound: number };

export const REVOCATIONS_LOOP = 'revocations';

/** The background loops of the service `installation`, except the purger and the events. */
export function loops(
  useCases: UseCases,
  { refreshRound, revocationRound, tidyRound }: LoopIntervals,
): LoopDefinition[] {
  return [
    {
      // Tokens are refreshed in the background, so that a read rarely waits for a refresh, and no refresh token expires
      // unused.
      name: 'token refreshes',
      everyMs: refreshRound,
      firstAfterMs: refreshRound,
      round: (stopping) => useCases.refreshDueTokens(stopping),
    },
    {
      // The deletion of a connection wakes this loop. The interval is for retries.
      name: REVOCATIONS_LOOP,
      everyMs: revocationRound,
      firstAfterMs: revocationRound,
      round: () => useCases.revokeTokens(),
    },
    {
      name: 'interrupted deletions',
      everyMs: tidyRound,
      round: async () => void (await useCases.finishRemovals()),
    },
  ];
}
