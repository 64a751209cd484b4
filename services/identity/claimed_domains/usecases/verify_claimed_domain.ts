import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import type { ClaimedDomain, ClaimedDomainStore } from '../domain/claimed_domain.ts';
import { isProof, recordNameOf, tokenOf, type TxtRecords } from '../domain/domain_proof.ts';
import { domainIn, provenByAnother } from './claim_domain.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; claimedDomains: ClaimedDomainStore };

export type ProveClaim = (claim: ClaimedDomain) => Promise<ClaimedDomain>;
export type VerifyClaimedDomain = (actor: Actor, request: { orgId: string; text: string }) => Promise<ClaimedDomain>;

type Deps = { stores: Stores; clock: Clock; txtRecords: TxtRecords };

/** Max records that a problem quotes, and max characters of each: the zone is not ours. */
const MAX_QUOTED = 10;
const MAX_QUOTE = 200;

/**
 * Looks for the record of a claim, and marks the claim as proven. A proven claim stays proven: nothing is looked up.
 * The first org that proves a domain has it. Throws unprocessable (no such record), unavailable (the DNS does not
 * answer), alreadyExists (proven by another org).
 */
export function makeProveClaim({ stores, clock, txtRecords }: Deps): ProveClaim {
  return async function proveClaim(claim) {
    if (claim.proveTime !== null) return claim;
    // A record would change nothing, so the DNS need not be asked.
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

/** Proves the org's claim of a domain, at once. Throws notFound when the org has not claimed it. */
export function makeVerifyClaimedDomain(stores: Stores, proveClaim: ProveClaim): VerifyClaimedDomain {
  return async function verifyClaimedDomain(actor, { orgId, text }) {
    await orgFor(stores, actor, orgId, 'owner');
    const claim = await stores.claimedDomains.findOfOrg(orgId, domainIn(text, 'body'));
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
