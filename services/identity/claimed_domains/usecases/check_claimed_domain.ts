import { notFound } from '../../../../lib/problem/not_found.ts';
import { type Actor, verifiedDomain } from '../../domain/actor.ts';
import type { ClaimedDomain, ClaimedDomainStore } from '../domain/claimed_domain.ts';
import { domainIn } from './claim_domain.ts';
import { orgIdsOf, roleIn } from '../../orgs/usecases/org_access.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { memberships: MembershipStore; claimedDomains: ClaimedDomainStore };

export type CheckClaimedDomain = (actor: Actor, text: string) => Promise<ClaimedDomain>;

/**
 * The claim of a domain: the proven one for owners of its org and builders with an address there; else the unproven one
 * of an org that the actor owns; else notFound. An unproven claim is no fact about the domain, so nobody else sees it.
 */
export function makeCheckClaimedDomain({ stores }: { stores: Stores }): CheckClaimedDomain {
  return async function checkClaimedDomain(actor, text) {
    const domain = domainIn(text, 'query');
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
