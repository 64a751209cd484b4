import { DAY_MS, type Retention } from '../../../lib/retention/retention.ts';
import type { Stores } from '../secrets/domain/stores.ts';

type Used = Pick<Stores, 'uploads' | 'oauthSessions' | 'customAuthSessions' | 'signInPages' | 'inbox'>;

/** Everything of installation that is deleted by age. */
export function retentions(): Retention<Used>[] {
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
      name: 'inbox',
      what: 'ids of events that cannot arrive again',
      afterMs: 0,
      drop: (s, _now, limit) => s.inbox.purge(limit),
    },
  ];
}
