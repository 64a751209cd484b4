import type { Clock } from '../../../../lib/time/clock.ts';
import type { Stores } from '../../operations/domain/stores.ts';
import type { BackfillMissing } from '../../backfills/usecases/backfill_missing.ts';
import { forgetRefusals } from '../../schedules/usecases/forget_refusals.ts';

type Deps = { stores: Stores; clock: Clock; wake: () => void; backfillMissing: BackfillMissing };
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

export type FollowConnection = ReturnType<typeof makeFollowConnection>;
