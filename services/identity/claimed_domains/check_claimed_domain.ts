import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type Actor, verifiedDomain } from '../actor.ts';
import { type OrgStores, orgFor, orgIdsOf, roleIn } from '../orgs/org.ts';
import { parseDomain, provenByAnother } from './claim_domain.ts';
import {
  type ClaimedDomain,
  type ClaimedDomainStore,
  isProof,
  recordNameOf,
  type TxtRecords,
  tokenOf,
} from './claimed_domain.ts';

type Stores = Pick<OrgStores, 'memberships'> & { claimedDomains: ClaimedDomainStore };

type CheckClaimedDomain = (actor: Actor, text: string) => Promise<ClaimedDomain>;

/**
 * Finds the claim of a domain: the proven claim, if the actor owns its org or has an address in the domain; or else the
 * unproven claim of an org that the actor owns. Otherwise throws notFound. Only owners of the org may see an unproven
 * claim, because anybody can make one.
 */
export function makeCheckClaimedDomain({ stores }: { stores: Stores }): CheckClaimedDomain {
  return async function checkClaimedDomain(actor, text) {
    const domain = parseDomain(text, 'query');
    const claim = (await provenClaim(stores, actor, domain)) ?? (await ownClaim(stores, actor, domain));
    if (!claim) throw notFound('claimed domain');
    return claim;
  };
}

async function provenClaim(stores: Stores, actor: Actor, domain: string): Promise<ClaimedDomain | undefined> {
  const claim = await stores.claimedDomains.findProven(domain);
  const maySee = claim && (verifiedDomain(actor) === domain || (await roleIn(stores, actor, claim.orgId)) === 'owner');
  return maySee ? claim : undefined;
}

async function ownClaim(stores: Stores, actor: Actor, domain: string): Promise<ClaimedDomain | undefined> {
  for (const orgId of await orgIdsOf(stores, actor)) {
    const claim = await stores.claimedDomains.findOfOrg(orgId, domain);
    if (claim && (await roleIn(stores, actor, orgId)) === 'owner') return claim;
  }
  return undefined;
}

type VerifyClaimedDomainStores = OrgStores & { claimedDomains: ClaimedDomainStore };

type ProveClaim = (claim: ClaimedDomain) => Promise<ClaimedDomain>;
type VerifyClaimedDomain = (actor: Actor, request: { orgId: string; text: string }) => Promise<ClaimedDomain>;

type Deps = { stores: VerifyClaimedDomainStores; clock: Clock; txtRecords: TxtRecords };

/**
 * Max records that a problem quotes, and max characters of each record. The limits are necessary because the content of
 * the zone is not under our control.
 */
const MAX_QUOTED = 10;
const MAX_QUOTE = 200;

/**
 * Looks up the DNS record of a claim, and marks the claim as proven. Returns a claim that is already proven without a
 * query. Only the first org can prove a domain. Throws unprocessable (no such record), unavailable (the DNS does not
 * answer), alreadyExists (proven by another org).
 */
export function makeProveClaim({ stores, clock, txtRecords }: Deps): ProveClaim {
  return async function proveClaim(claim) {
    if (claim.proveTime !== null) return claim;
    // Another org has already proven the domain, so no DNS query is needed.
    if (await stores.claimedDomains.findProven(claim.domain)) throw provenByAnother(claim.domain);
    const [name, token] = [recordNameOf(claim), tokenOf(claim)];
    const answer = await txtRecords(name);
    if ('fault' in answer) throw noAnswer(name, answer.fault);
    if (!answer.records.some((record) => isProof(record, token))) throw noProof({ name, token }, answer.records);
    const now = clock.now();
    if (!(await stores.claimedDomains.prove(claim.orgId, claim.id, now))) throw provenByAnother(claim.domain);
    return (await stores.claimedDomains.findOfOrg(claim.orgId, claim.domain)) ?? { ...claim, proveTime: now };
  };
}

/** Proves the org's claim of a domain now. Throws notFound when the org has not claimed the domain. */
export function makeVerifyClaimedDomain(
  stores: VerifyClaimedDomainStores,
  proveClaim: ProveClaim,
): VerifyClaimedDomain {
  return async function verifyClaimedDomain(actor, { orgId, text }) {
    await orgFor(stores, actor, orgId, 'owner');
    const claim = await stores.claimedDomains.findOfOrg(orgId, parseDomain(text, 'body'));
    if (claim) return proveClaim(claim);
    throw notFound('claimed domain', {
      remedy: 'Claim the domain for the org first, with POST /claimed-domains.',
    });
  };
}

function noAnswer(name: string, fault: 'timeout' | 'failed'): Problem {
  return fault === 'timeout'
    ? new Problem('unavailable', `The DNS did not answer in time when it was asked for TXT records of ${name}.`, {
        remedy: 'Try again in a minute. If it stays, check that the name servers of the domain are reachable.',
      })
    : new Problem('unavailable', `The DNS answered with a failure when it was asked for TXT records of ${name}.`, {
        remedy: 'Try again in a minute. If it stays, check the delegation and DNSSEC of the domain.',
      });
}

function noProof({ name, token }: { name: string; token: string }, records: string[]): Problem {
  const found = records.slice(0, MAX_QUOTED).map((record) => record.slice(0, MAX_QUOTE));
  const detail =
    records.length === 0 ? `${name} has no TXT record.` : `No TXT record of ${name} has the token of this claim.`;
  return new Problem('unprocessable', detail, {
    remedy: `Create the TXT record ${name} with the value ${token}. A new record can take minutes to hours to be visible.`,
    context: { recordName: name, token, found },
  });
}

type CheckDueClaimsStores = { claimedDomains: ClaimedDomainStore };

/** Returns the number of claims that it checked. */
export type CheckDueClaims = (isStopped: () => boolean) => Promise<number>;

type CheckDueClaimsDeps = { stores: CheckDueClaimsStores; clock: Clock; proveClaim: ProveClaim; everyMs: number };

/** Max checks in one round. */
const MAX_CHECKS = 100;
/**
 * Checks run in parallel, because each can wait for a DNS timeout: name servers that do not answer must not delay other
 * claims.
 */
const AT_ONCE = 20;

/**
 * Checks unproven claims whose check is due, so that a record that becomes visible later proves the claim without
 * another request. A claim without a record is checked again until the time of the last check.
 */
export function makeCheckDueClaims({ stores, clock, proveClaim, everyMs }: CheckDueClaimsDeps): CheckDueClaims {
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
