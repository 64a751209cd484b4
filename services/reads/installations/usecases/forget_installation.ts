import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Operation } from '../../operations/domain/operation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { SweepStore } from '../../deletes/domain/sweep_store.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { LogStore } from '../../../../lib/work/domain/operation_log.ts';
import type { HeldMessageStore } from '../../messages/domain/held_message_store.ts';
import type { ArchiveStore } from '../../archive/domain/archive_store.ts';
import type { BoundaryStore } from '../../boundary/domain/boundary_store.ts';
import type { InboxStore, OutboxStore } from '../../domain/event_stores.ts';
import { INSTALLATION_GONE } from '../../domain/installation_gone.ts';
import { readEnded } from '../../runs/usecases/read_ended.ts';
import { operationChanged } from '../../operations/usecases/operation_changed.ts';
import type { InstallationRef } from './sync_installation.ts';

type Stores = {
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  heldMessages: HeldMessageStore;
  archive: ArchiveStore;
  boundary: BoundaryStore;
  outbox: OutboxStore;
  inbox: InboxStore;
};

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId };

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
