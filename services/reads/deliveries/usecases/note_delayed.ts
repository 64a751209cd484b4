import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { LogStore } from '../../../../lib/work/domain/operation_log.ts';
import type { InboxStore } from '../../domain/event_stores.ts';

type Stores = { operations: OperationStore; logs: LogStore; inbox: InboxStore };

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId };
type Delayed = { projectId: string; operationIds: readonly string[]; destinationName: string; error: string };

/**
 * Writes to the logs of operations that their deliveries fail and are retried. Each replica of notifications reports
 * it, so an existing line is not written again.
 */
export function makeNoteDelayed({ stores, clock, newId }: Deps) {
  return async function noteDelayed(eventId: string, delayed: Delayed): Promise<void> {
    const { projectId, operationIds, destinationName, error } = delayed;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'notifications'))) return;
      for (const { id } of await s.operations.findAll(projectId, operationIds)) {
        const msg = `Deliveries to the destination ${destinationName} fail. They are tried again.`;
        if (await s.logs.has(projectId, id, { like: literal(msg), since: 0 })) continue;
        await s.logs.add(projectId, id, [{ id: newId(), time: clock.now(), severity: 'WARNING', msg, error }]);
      }
    });
  };
}

/** `_` matches any character, so a name with underscores finds its own line, and rarely another's. */
function literal(msg: string): string {
  return msg.replaceAll('%', '_').replaceAll('\\', '_');
}
