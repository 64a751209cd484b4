import type { LoopDefinition } from '../../../lib/loop/loops.ts';
import type { CheckDueClaims } from '../claimed_domains/check_claimed_domain.ts';

/** How often the job looks for claimed domains whose check is due. */
const DOMAIN_CHECK_POLL_MS = 60_000;

/** The background loops of the service `identity`. */
export function loops(
  { checkDueClaims }: { checkDueClaims: CheckDueClaims },
  { domainCheckEvery }: { domainCheckEvery: number },
): LoopDefinition[] {
  const everyMs = Math.min(domainCheckEvery, DOMAIN_CHECK_POLL_MS);
  return [
    {
      name: 'domain checks',
      everyMs,
      firstAfterMs: everyMs,
      round: async (stopping) => void (await checkDueClaims(() => stopping.aborted)),
    },
  ];
}
