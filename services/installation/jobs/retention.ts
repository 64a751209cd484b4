import type { InboxStore } from '../../../lib/events/inbox.ts';
import { DAY_MS, type RetentionRule } from '../../../lib/retention/retention.ts';
import type { RateBudgetStore } from '../budgets/rate_budget.ts';
import type { ConnectSessionStore } from '../connect_sessions/connect_session.ts';
import type { CustomAuthSessionStore } from '../custom_auth/custom_auth_session.ts';
import type { OauthSessionStore } from '../oauth/oauth_session.ts';
import type { SignInPageStore } from '../sign_in_pages/sign_in_page.ts';
import type { UploadStore } from '../uploads/upload.ts';

type RetentionStores = {
  uploads: UploadStore;
  oauthSessions: OauthSessionStore;
  customAuthSessions: CustomAuthSessionStore;
  signInPages: SignInPageStore;
  connectSessions: ConnectSessionStore;
  rateBudgets: RateBudgetStore;
  inbox: InboxStore;
};

/** How long an unused budget is kept: longer than the window of any provider's rate limit. */
const UNUSED_BUDGET_MS = 8 * DAY_MS;

/** The rows of installation that are deleted by age. */
export function retentions(): RetentionRule<RetentionStores>[] {
  return [
    {
      name: 'uploads',
      what: 'uploads; a revision already holds the manifest of a deployed one',
      afterMs: DAY_MS,
      drop: (s, before, limit) => s.uploads.removeBefore(before, limit),
    },
    {
      name: 'oauthSessions',
      what: 'expired authorisations',
      afterMs: 0,
      drop: (s, now, limit) => s.oauthSessions.removeExpired(now, limit),
    },
    {
      name: 'customAuthSessions',
      what: 'expired entries of credentials',
      afterMs: 0,
      drop: (s, now, limit) => s.customAuthSessions.removeExpired(now, limit),
    },
    {
      name: 'signInPages',
      what: 'expired pages before a sign-in',
      afterMs: 0,
      drop: (s, now, limit) => s.signInPages.removeExpired(now, limit),
    },
    {
      name: 'connectSessions',
      what: 'expired sessions of the connect page',
      afterMs: DAY_MS,
      drop: (s, before, limit) => s.connectSessions.removeExpired(before, limit),
    },
    {
      name: 'rateBudgets',
      what: 'rate budgets that nobody has used',
      afterMs: UNUSED_BUDGET_MS,
      drop: (s, _before, limit) => s.rateBudgets.dropOlder(UNUSED_BUDGET_MS, limit), // uses the database's clock
    },
    {
      name: 'inbox',
      what: 'ids of events that cannot arrive again',
      afterMs: 0,
      drop: (s, _now, limit) => s.inbox.purge(limit),
    },
  ];
}
