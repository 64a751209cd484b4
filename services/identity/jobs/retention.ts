import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { RetentionRule } from '../../../lib/retention/retention.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import type { SessionStore } from '../sessions/session.ts';

/** How long entries of the audit log are kept. Ms. */
const AUDIT_RETENTION_MS = 400 * 86_400_000;

/** The rows of identity that are deleted by age. */
export function retentions(): RetentionRule<{ sessions: SessionStore; audit: AuditStore; inbox: InboxStore }>[] {
  return [
    {
      name: 'sessions',
      what: 'expired console sessions, sign-in links, and keys of sessions',
      afterMs: 0,
      drop: (s, now, limit) => s.sessions.purge(now, limit),
    },
    {
      name: 'auditEntries',
      what: 'entries of the audit log',
      afterMs: AUDIT_RETENTION_MS,
      drop: (s, before, limit) => s.audit.purge(before, limit),
    },
    {
      name: 'inbox',
      what: 'ids of events that cannot arrive again',
      afterMs: 0,
      drop: (s, _now, limit) => s.inbox.purge(limit),
    },
  ];
}
