import type { LoopRow } from '../../../lib/loop/loops.ts';
import type { CheckDueClaims } from '../claimed_domains/check_claimed_domain.ts';

/** How often due checks are looked for. Ms. */
const CLAIM_POLL = 60_000;

/** Everything that identity does with no caller. */
export function loops(
  { checkDueClaims }: { checkDueClaims: CheckDueClaims },
  { domainCheckEvery }: { domainCheckEvery: number },
): LoopRow[] {
  const everyMs = Math.min(domainCheckEvery, CLAIM_POLL);
  return [
    {
      name: 'domain checks',
      everyMs,
      firstAfterMs: everyMs,
      round: async (stopping) => void (await checkDueClaims(() => stopping.aborted)),
    },
  ];
}
