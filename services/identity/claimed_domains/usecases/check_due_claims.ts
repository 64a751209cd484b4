import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { ProveClaim } from './verify_claimed_domain.ts';
import type { ClaimedDomainStore } from '../domain/claimed_domain.ts';

type Stores = { claimedDomains: ClaimedDomainStore };

/** Returns the number of claims that it checked. */
export type CheckDueClaims = (isStopped: () => boolean) => Promise<number>;

type Deps = { stores: Stores; clock: Clock; proveClaim: ProveClaim; everyMs: number };

/** Of one round. */
const MAX_CHECKS = 100;
/** Each check can wait for a DNS timeout: name servers that do not answer must not hold up the claims of others. */
const AT_ONCE = 20;

/**
 * Checks unproven claims whose check is due, so that a record that becomes visible later proves its claim without
 * another call. A claim whose record is not there is checked again later, until its checks end.
 */
export function makeCheckDueClaims({ stores, clock, proveClaim, everyMs }: Deps): CheckDueClaims {
  return async function checkDueClaims(isStopped) {
    const now = clock.now();
    const due = await stores.claimedDomains.takeDue(now, now + everyMs, MAX_CHECKS);
    const waiting = due.values();
    const checkOneByOne = async () => {
      for (const claim of waiting) {
        if (isStopped()) return;
        await proveClaim(claim).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, checkOneByOne));
    return due.length;
  };
}
