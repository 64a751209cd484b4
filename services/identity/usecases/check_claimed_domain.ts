import { Problem } from '../../../lib/problem/problem.ts';
import { type Actor, verifiedDomain } from '../domain/actor.ts';
import type { ClaimedDomain } from '../domain/claimed_domain.ts';
import type { Stores } from '../domain/stores.ts';
import { domainIn } from './claim_domain.ts';
import { roleIn } from './org_access.ts';

export type CheckClaimedDomain = (actor: Actor, text: string) => Promise<ClaimedDomain>;

/** The claimer of a domain. Visible to owners of that org and builders with an address there; else notFound. */
export function makeCheckClaimedDomain({ stores }: { stores: Stores }): CheckClaimedDomain {
  return async function checkClaimedDomain(actor, text) {
    const domain = domainIn(text, 'query');
    const claim = await stores.claimedDomains.find(domain);
    const maySee =
      claim && (verifiedDomain(actor) === domain || (await roleIn(stores, actor, claim.orgId)) === 'owner');
    if (!maySee) throw new Problem('notFound', 'There is no such claimed domain.');
    return claim;
  };
}
