import { purge, type Purge } from '../../../lib/retention/purge.ts';
import type { Transacting } from '../../../lib/db/transacting.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CustomAuthSessionStore } from '../custom_auth/domain/custom_auth_session.ts';
import type { OauthSessionStore } from '../oauth/domain/oauth_session.ts';
import type { SignInPageStore } from '../sign_in_pages/domain/sign_in_page.ts';
import type { UploadStore } from '../uploads/domain/upload.ts';
import { makePurgeUploads } from '../uploads/usecases/purge_uploads.ts';

type Stores = {
  uploads: UploadStore;
  oauthSessions: OauthSessionStore;
  customAuthSessions: CustomAuthSessionStore;
  signInPages: SignInPageStore;
  inbox: InboxStore;
};

/** Everything that deletes old rows of installation. docs/retention.md lists them. */
export function makePurges({ stores, clock }: { stores: Transacting<Stores>; clock: Clock }): Purge[] {
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
    purge(stores, 'inbox', async ({ inbox }, limit) => (await inbox.purge(limit)) >= limit),
  ];
}
