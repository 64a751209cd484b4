import type { Clock } from '../../../../lib/time/clock.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { LogStore } from '../../../../lib/work/domain/operation_log.ts';
import type { InboxStore, OutboxStore } from '../../domain/event_stores.ts';
import type { BackfillMissing } from '../../backfills/usecases/backfill_missing.ts';
import { forgetRefusals } from '../../schedules/usecases/forget_refusals.ts';

type Stores = {
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  outbox: OutboxStore;
  inbox: InboxStore;
};

type Deps = { stores: Transacting<Stores>; clock: Clock; wake: () => void; backfillMissing: BackfillMissing };
export type ConnectionRef = { projectId: string; connectionId: string };

/**
 * Handles new credentials of a connection. Resumes reads that were paused or deferred because the old ones were
 * refused, and queues failed backfills again.
 */
export function makeFollowConnection({ stores, clock, wake, backfillMissing }: Deps) {
  return async function followConnection(eventId: string, { projectId, connectionId }: ConnectionRef): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'installation'))) return;
      for (const listed of await s.schedules.listOfConnection(projectId, connectionId)) {
        const schedule = await s.schedules.lock(listed);
        if (!schedule) continue;
        await forgetRefusals(s, schedule, clock.now());
        await backfillMissing.tryAgain(s, schedule, clock.now());
      }
    });
    wake();
  };
}
