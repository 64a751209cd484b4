import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { ArchiveStore } from '../archive/archived_page.ts';
import type { BoundaryStore } from '../boundary/boundary_note.ts';
import type { SweepStore } from '../deletes/sweep.ts';
import { INSTALLATION_GONE } from '../installation.ts';
import type { HeldMessageStore } from '../messages/message.ts';
import type { Operation, OperationStore } from '../operations/operation.ts';
import { operationChanged } from '../operations/queue_operation.ts';
import type { ReadPlan } from '../read_plan.ts';
import { readEnded } from '../runs/logged_notes.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import type { InstallationRef } from './sync_installation.ts';

type Stores = WithOutbox<{
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  heldMessages: HeldMessageStore;
  archive: ArchiveStore;
  boundary: BoundaryStore;
  inbox: InboxStore;
}>;

type Deps = Given<Stores>;

/**
 * Handles the deletion of an installation: nothing more is started, waiting operations end, and running ones lose their
 * fence at the next page. Committed messages are still delivered, except held ones.
 */
export function makeForgetInstallation({ stores, clock, newId }: Deps) {
  return async function forgetInstallation(
    eventId: string,
    { projectId, installationId }: InstallationRef,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, 'installation'))) return;
      const now = clock.now();
      const plans = new Map(
        (await s.schedules.list(projectId, installationId)).map(({ objectName, plan }) => [objectName, plan]),
      );
      await s.schedules.deleteAll(projectId, installationId);
      await s.sweeps.removeAll(projectId, installationId);
      await s.archive.dropKey({ projectId, installationId });
      await s.boundary.deleteAll(projectId, installationId);
      const discarded = await s.heldMessages.discardAll(projectId, installationId, now);
      for (const operation of await s.operations.cancelAll(projectId, installationId, {
        result: INSTALLATION_GONE,
        now,
      })) {
        await tellEnd(s, operation, plans.get(operation.objectName), now);
      }
      const counts = discarded.map(({ operationId, records }) => ({ operationId, delivered: 0, undelivered: records }));
      await s.operations.countSettled(projectId, counts);
    });
  };

  async function tellEnd(s: Stores, operation: Operation, plan: ReadPlan | undefined, now: number): Promise<void> {
    const { id, projectId, createTime } = operation;
    await s.logs.add(projectId, id, [
      { id: newId(), time: now, severity: 'ERROR', msg: 'Cancelled.', error: INSTALLATION_GONE },
    ]);
    await s.outbox.add(operationChanged(operation, 'failure', Math.max(now, createTime + 1), { newId, now }));
    const told = plan && readEnded(plan, operation, INSTALLATION_GONE, { newId, now });
    if (told) await s.outbox.add(told);
  }
}
