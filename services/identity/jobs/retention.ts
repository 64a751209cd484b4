import type { Retention } from '../../../lib/retention/retention.ts';
import type { SessionStore } from '../sessions/domain/session.ts';

/** Everything of identity that is deleted by age. */
export function retentions(): Retention<{ sessions: SessionStore }>[] {
  return [
    {
      name: 'sessions',
      what: 'expired console sessions, sign-in links, and keys of sessions',
      afterMs: 0,
      drop: (s, now, limit) => s.sessions.purge(now, limit),
    },
  ];
}
