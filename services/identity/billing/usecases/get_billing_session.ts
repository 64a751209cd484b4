import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { BillingAccount, BillingAccountStore } from '../../orgs/domain/billing_account.ts';
import type { BillingSession, BillingSessionLinks } from '../domain/billing_session.ts';
import type { Org, OrgStore } from '../../orgs/domain/org.ts';
import type { ProjectStore } from '../../projects/domain/project.ts';

type Stores = { orgs: OrgStore; projects: ProjectStore; billingAccounts: BillingAccountStore };

export type SessionPage = { session: BillingSession; account: BillingAccount; org: Org; projectCount: number };
export type GetBillingSession = (token: string) => Promise<SessionPage>;

/** The content of the billing page. Throws the same notFound for every fault of the link. */
export function makeGetBillingSession({
  stores,
  links,
  clock,
}: {
  stores: Stores;
  links: BillingSessionLinks;
  clock: Clock;
}): GetBillingSession {
  return async function getBillingSession(token) {
    const session = links.read(token, clock.now());
    const account = session && (await stores.billingAccounts.find([session.orgId], session.accountId));
    const org = account && (await stores.orgs.find(account.orgId));
    if (!session || !account || !org)
      throw new Problem('notFound', 'There is no such billing session, or it has expired.', {
        remedy: 'Open a new session in the app that led here.',
      });
    const projects = await stores.projects.listOfOrg(org.id);
    return { session, account, org, projectCount: projects.length };
  };
}
