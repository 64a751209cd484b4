import type { By } from '../../../lib/audit/audit.ts';
import { type AuditedChange, auditPayload } from '../../../lib/audit/audit_entry.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { AuditStore } from './audit_entry.ts';

type About = AuditedChange<'identity'> & ({ projectId: string } | { orgId: string });
type Stores = { audit: AuditStore };

export type Audit = (stores: Stores, by: By, change: About) => Promise<void>;

/** Writes what somebody did, into the transaction that does it. */
export function makeAudit({ clock, newId }: { clock: Clock; newId: NewId }): Audit {
  return async function audit(s, { principal }, { action, targetId, targetName = '', fields = [], ...of }) {
    const payload = auditPayload(principal, { action, targetId, targetName, fields });
    if (!payload) return;
    await s.audit.add({ id: newId(), projectId: '', orgId: '', ...of, time: clock.now(), ...payload });
  };
}
