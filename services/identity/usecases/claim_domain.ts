import type { NewId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Actor } from '../domain/actor.ts';
import { hostIn, isPublicMailbox } from '../domain/claimed_domain.ts';
import type { Stores } from '../domain/stores.ts';
import { orgFor } from './org_access.ts';

/** `text`: a domain, or an e-mail address or URL in it. */
export type ClaimDomain = (actor: Actor, request: { orgId: string; text: string }) => Promise<void>;

/** Claims a domain for an org. Idempotent for the same org; throws alreadyExists for another. */
export function makeClaimDomain({ stores, clock, newId }: { stores: Stores; clock: Clock; newId: NewId }): ClaimDomain {
  return async function claimDomain(actor, { orgId, text }) {
    await orgFor(stores, actor, orgId, 'owner');
    const domain = domainIn(text, 'body');
    if (isPublicMailbox(domain))
      throw new Problem('unprocessable', `${domain} is a public mailbox provider and cannot be claimed.`, {
        issues: [{ in: 'body', name: 'domain', detail: 'must be a domain of your own' }],
      });
    if (await stores.claimedDomains.insertNew({ id: newId(), orgId, domain, createTime: clock.now() })) return;
    if ((await stores.claimedDomains.find(domain))?.orgId !== orgId)
      throw new Problem('alreadyExists', `Another org has claimed ${domain}.`);
  };
}

export function domainIn(text: string, where: 'body' | 'query'): string {
  const domain = hostIn(text);
  if (domain === null)
    throw new Problem('invalidArgument', `domain in the ${where} is not a domain.`, {
      issues: [
        { in: where, name: 'domain', detail: 'must be a domain such as example.com, or an address or URL in one' },
      ],
    });
  return domain;
}
