import { purge, type Purge } from '../../../lib/retention/purge.ts';
import type { Deps } from '../secrets/usecases/deps.ts';
import { makeDropOldBudgets } from '../budgets/usecases/drop_old_budgets.ts';
import { makePurgeUploads } from '../uploads/usecases/purge_uploads.ts';

/** Everything that deletes old rows of installation. docs/retention.md lists them. */
export function makePurges({ stores, clock }: Pick<Deps, 'stores' | 'clock'>): Purge[] {
  const now = () => clock.now();
  return [
    purge(stores, 'uploads', async (s, limit) => (await makePurgeUploads({ stores: s, clock })(limit)) >= limit),
    purge(stores, 'oauthSessions', async (s, limit) => (await s.oauthSessions.removeExpired(now(), limit)) >= limit),
    purge(
      stores,
      'customAuthSessions',
      async (s, limit) => (await s.customAuthSessions.removeExpired(now(), limit)) >= limit,
    ),
    purge(stores, 'signInPages', async (s, limit) => (await s.signInPages.removeExpired(now(), limit)) >= limit),
    purge(stores, 'rateBudgets', (s, limit) => makeDropOldBudgets({ stores: s })(limit)),
    purge(stores, 'inbox', async ({ inbox }, limit) => (await inbox.purge(limit)) >= limit),
  ];
}
