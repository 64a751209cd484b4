import { Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { Actor } from '../actor.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import { type OrgStores, orgFor } from '../orgs/org.ts';
import type { QuotaStore } from '../quota.ts';
import {
  type CheckTimes,
  type ClaimedDomain,
  type ClaimedDomainStore,
  hostOfInput,
  isPublicMailbox,
} from './claimed_domain.ts';

type Stores = OrgStores & {
  claimedDomains: ClaimedDomainStore;
  quotas: QuotaStore;
  audit: AuditStore;
};

/** `text`: a domain, or an e-mail address or URL with this domain. */
type ClaimDomain = (actor: Actor, request: { orgId: string; text: string }) => Promise<ClaimedDomain>;

type Deps = UseCaseContext<Stores> & { checkSchedule: CheckSchedule; audit: Audit };

/**
 * Claims a domain for an org. The claim has no effect until it is proven (check_claimed_domain.ts), so other orgs can
 * still claim the domain. Idempotent: if the org already has an unproven claim, the background checks of this claim
 * start again. Throws alreadyExists when another org has proven the domain, and unprocessable (a public mailbox
 * provider, the quota).
 */
export function makeClaimDomain({ stores, clock, newId, checkSchedule, audit }: Deps): ClaimDomain {
  return async function claimDomain(actor, { orgId, text }) {
    await orgFor(stores, actor, orgId, 'owner');
    const domain = parseDomain(text, 'body');
    assertClaimable(domain);
    const proven = await stores.claimedDomains.findProven(domain);
    if (proven) {
      if (proven.orgId === orgId) return proven;
      throw provenByAnother(domain);
    }
    const now = clock.now();
    const checks = checkSchedule(now);
    const claim = { id: newId(), orgId, domain, createTime: now, proveTime: null };
    return stores.transaction(async (s) => {
      const made = (await findOwnClaim(s, claim, checks)) ?? (await insertClaim(s, claim, checks));
      if (made.id === claim.id)
        await audit(s, actor, { action: 'domain.claimed', orgId, targetId: claim.id, targetName: domain });
      return made;
    });
  };
}

/** Finds the org's own claim of the domain. If it is unproven, its background checks start again. */
async function findOwnClaim(
  s: Stores,
  { orgId, domain }: ClaimedDomain,
  checks: CheckTimes,
): Promise<ClaimedDomain | undefined> {
  const claim = await s.claimedDomains.findOfOrg(orgId, domain);
  if (claim?.proveTime === null) await s.claimedDomains.check(orgId, claim.id, checks);
  return claim;
}

/** The unique key prevents two concurrent claims of one org. */
async function insertClaim(s: Stores, claim: ClaimedDomain, checks: CheckTimes): Promise<ClaimedDomain> {
  await s.quotas.reserve('claimedDomains', claim.orgId, claim.createTime);
  if (await s.claimedDomains.insertNew(claim, checks)) return claim;
  const other = await findOwnClaim(s, claim, checks);
  if (!other) throw new Error('A claim that is not new is not there.');
  return other;
}

function assertClaimable(domain: string): void {
  if (!isPublicMailbox(domain)) return;
  throw new Problem('unprocessable', `${domain} is a public mailbox provider and cannot be claimed.`, {
    issues: [{ in: 'body', name: 'domain', detail: 'must be a domain of your own' }],
  });
}

export function provenByAnother(domain: string): Problem {
  return new Problem('alreadyExists', `Another org has proven that ${domain} is its own.`);
}

export function parseDomain(text: string, where: 'body' | 'query'): string {
  const domain = hostOfInput(text);
  if (domain === null)
    throw new Problem('invalidArgument', `domain in the ${where} is not a domain.`, {
      issues: [
        { in: where, name: 'domain', detail: 'must be a domain such as example.com, or an address or URL in one' },
      ],
    });
  return domain;
}

/** Computes the times of the background checks for a claim that is made at `now`. */
type CheckSchedule = (now: number) => CheckTimes;

/** The schedule of checks: one every `everyMs`, until `forMs` after the claim. DNS changes take minutes to days. */
export function checkScheduleOf({ everyMs, forMs }: { everyMs: number; forMs: number }): CheckSchedule {
  return (now) => ({ next: now + everyMs, until: now + forMs });
}
