import { type CausewayEvent, eventOf } from '../events/event.ts';
import type { NewId } from '../ids/ids.ts';
import type { Clock } from '../time/clock.ts';
import type { Service } from '../trust/arrows.ts';
import { type AuditedChange, auditPayload, CAUSEWAY_ACTOR } from './audit_entry.ts';

/** The services that send their entries to identity. */
export type AuditProducer = Exclude<Service, 'identity'>;
/** The actor of a change, given as the principal of a call. */
export type AuditActor = { principal: string };
/** The actor of a change that no caller requested. Such a change gets no entry. */
export const NO_AUDIT_ACTOR: AuditActor = { principal: '' };
/** The actor of a change that Causeway makes instead of a person. Such a change gets an entry. */
export const BY_CAUSEWAY: AuditActor = { principal: CAUSEWAY_ACTOR };

/**
 * Writes an audit entry to the outbox, in the transaction of the change, so that both are stored or neither. Identity
 * stores the log (docs/adr/0041). Changes that a process makes by itself get no entry, except those of `BY_CAUSEWAY`.
 */
export type WriteAuditEntry<S extends AuditProducer> = (
  outbox: { add(event: CausewayEvent): Promise<void> },
  by: AuditActor,
  change: AuditedChange<S> & { projectId: string },
) => Promise<void>;

export function makeWriteAuditEntry<S extends AuditProducer>(
  service: S,
  { clock, newId }: { clock: Clock; newId: NewId },
): WriteAuditEntry<S> {
  return async function audit(outbox, { principal }, { projectId, ...change }) {
    const payload = auditPayload(principal, change);
    if (!payload) return;
    const facts = { id: newId(), projectId, time: clock.now(), payload };
    const type: `${AuditProducer}.audited` = `${service}.audited`;
    await outbox.add(eventOf(type, facts));
  };
}
