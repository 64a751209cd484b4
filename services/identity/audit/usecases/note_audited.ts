import type { AuditPayload } from '../../../../lib/events/payloads.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { EventOf } from '../../../../lib/events/event.ts';
import type { InboxStore } from '../../../../lib/events/inbox.ts';
import type { AuditProducer } from '../../../../lib/audit/audit.ts';
import type { AuditStore } from '../domain/audit_entry.ts';

type Deps = { stores: Transacting<{ audit: AuditStore; inbox: InboxStore }> };

/** Stores an entry that another service sent, once however often it arrives. */
export function makeNoteAudited({ stores }: Deps) {
  return async function noteAudited(
    producer: AuditProducer,
    {
      id,
      projectId,
      time,
      payload,
    }: Pick<EventOf<'reads.audited'>, 'id' | 'projectId' | 'time'> & { payload: AuditPayload },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(id, producer))) return;
      await s.audit.add({ id, projectId, orgId: '', time, ...payload });
    });
  };
}
