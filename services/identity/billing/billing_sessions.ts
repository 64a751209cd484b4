import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Actor } from '../actor.ts';
import {
  type BillingAccount,
  type BillingAccountStore,
  type Org,
  type OrgStores,
  orgFor,
  orgIdsOf,
} from '../orgs/org.ts';
import type { ProjectStore } from '../projects/project.ts';
import {
  type BillingPortal,
  type BillingSession,
  type BillingSessionLinks,
  isAllowedOrigin,
  redirectTarget,
} from './billing_session.ts';

type OpenBillingSession = (
  actor: Actor,
  request: { billingAccountId: string; redirectUrl: string; timeoutSeconds: number },
) => Promise<{ url: string }>;

type Deps = { accounts: FindBillingAccount; portal: BillingPortal; clock: Clock; redirectOrigins: readonly string[] };

export function makeOpenBillingSession({ accounts, portal, clock, redirectOrigins }: Deps): OpenBillingSession {
  return async function openBillingSession(actor, { billingAccountId, redirectUrl, timeoutSeconds }) {
    const account = await accounts.byId(actor, billingAccountId);
    const { href } = checkedTarget(redirectUrl, redirectOrigins);
    return portal.open(account, { redirectUrl: href, expireTime: clock.now() + timeoutSeconds * 1_000 });
  };
}

function checkedTarget(text: string, origins: readonly string[]): URL {
  const target = redirectTarget(text);
  if (!target)
    throw redirectRefused('invalidArgument', 'must be an absolute http or https URL without a user name or password');
  if (!isAllowedOrigin(target, origins))
    throw redirectRefused('unprocessable', 'must lie on an origin that the operator of this deployment allows');
  return target;
}

function redirectRefused(kind: 'invalidArgument' | 'unprocessable', detail: string): Problem {
  return new Problem(kind, `redirectUrl ${detail}.`, { issues: [{ in: 'body', name: 'redirectUrl', detail }] });
}

type Stores = OrgStores & { billingAccounts: BillingAccountStore };

type FindBillingAccount = ReturnType<typeof makeFindBillingAccount>;

/** Finds an org's billing account, by org id or account id. Only owners may see it. */
export function makeFindBillingAccount({ stores }: { stores: Stores }) {
  return {
    async ofOrg(actor: Actor, orgId: string): Promise<BillingAccount> {
      await orgFor(stores, actor, orgId, 'owner');
      const account = await stores.billingAccounts.findOfOrg(orgId);
      if (!account) throw new Error(`The org ${orgId} has no billing account.`);
      return account;
    },
    async byId(actor: Actor, accountId: string): Promise<BillingAccount> {
      const account = await stores.billingAccounts.find(await orgIdsOf(stores, actor), accountId);
      if (!account) throw notFound('billing account');
      await orgFor(stores, actor, account.orgId, 'owner');
      return account;
    },
  };
}

type GetBillingSessionStores = Pick<OrgStores, 'orgs'> & {
  projects: ProjectStore;
  billingAccounts: BillingAccountStore;
};

type SessionPage = { session: BillingSession; account: BillingAccount; org: Org; projectCount: number };
type GetBillingSession = (token: string) => Promise<SessionPage>;

/** Returns the content of the billing page. Throws the same notFound for every invalid link. */
export function makeGetBillingSession({
  stores,
  links,
  clock,
}: {
  stores: GetBillingSessionStores;
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

/** Causeway's own billing page, which the gateway serves. It is the default without a billing provider. */
export function embeddedPortal({ links, publicUrl }: { links: BillingSessionLinks; publicUrl: string }): BillingPortal {
  return {
    async open({ id, orgId }, session) {
      const token = links.tokenOf({ orgId, accountId: id, ...session });
      return { url: `${publicUrl.replace(/\/+$/, '')}/billing/sessions/${token}` };
    },
  };
}
