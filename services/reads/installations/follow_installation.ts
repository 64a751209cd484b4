import type { InboxStore } from '../../../lib/events/inbox.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { BackfillMissing } from '../backfills/backfill_missing.ts';
import type { SweepStore } from '../deletes/sweep.ts';
import type { UndeliveredStore } from '../deliveries/undelivered.ts';
import type { DestinationStore } from '../destinations/destination.ts';
import type { InstallationClient } from '../installation.ts';
import type { HeldMessageStore } from '../messages/message.ts';
import type { OperationStore } from '../operations/operation.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import { forgetRefusals } from '../schedules/schedules.ts';
import type { InstallationRef, SyncInstallation } from './sync_installation.ts';

type Stores = WithOutbox<{
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  heldMessages: HeldMessageStore;
  inbox: InboxStore;
}>;

type Deps = Given<Stores> & { installation: InstallationClient; syncInstallation: SyncInstallation; wake: () => void };

/** Max tries. A retry is only needed when another writer changed the same rows meanwhile. */
const TRIES = 5;

/**
 * Handles the creation or change of an installation. The plans are fetched before the transaction, never inside it.
 * When the rows seem to hold newer plans, the plans are fetched again, because clocks may differ and the rows may be
 * wrong.
 */
export function makeFollowInstallation({ stores, installation, syncInstallation, wake }: Deps) {
  return async function followInstallation(eventId: string, ref: InstallationRef, eventTime = 0): Promise<void> {
    let seenTime: number | null = null;
    for (let tries = 1; ; tries += 1) {
      seenTime = await tryOnce(eventId, ref, { changeTime: eventTime, seenTime });
      if (seenTime === null) break;
      if (tries === TRIES) throw new Error('The installation changes faster than its schedules can be updated.');
    }
    wake();
  };

  /** Returns the result of syncInstallation; when it is a time, nothing was changed. */
  async function tryOnce(
    eventId: string,
    ref: InstallationRef,
    times: { changeTime: number; seenTime: number | null },
  ): Promise<number | null> {
    const plans = await plansOf(ref);
    return stores
      .transaction(async (s) => {
        if (!(await s.inbox.accept(eventId, 'installation')) || !plans) return null;
        const known = await syncInstallation(s, ref, plans, times);
        if (known !== null) throw new SeemsOlder(known);
        return null;
      })
      .catch(seenBy);
  }

  /** Null when the installation is already deleted; the event of its deletion follows. */
  async function plansOf({ projectId, installationId }: InstallationRef): Promise<ReadPlan[] | null> {
    try {
      return await installation.listPlans(projectId, installationId);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'notFound') return null;
      throw error;
    }
  }
}

/** Rolls the transaction back, including the event id in the inbox; never leaves this file. */
class SeemsOlder extends Error {
  readonly known: number;
  constructor(known: number) {
    super('The plans seem to be older than the stored ones.');
    this.known = known;
  }
}

function seenBy(error: unknown): number {
  if (error instanceof SeemsOlder) return error.known;
  throw error;
}

type FollowConnectionStores = WithOutbox<{
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  inbox: InboxStore;
}>;

type FollowConnectionDeps = Given<FollowConnectionStores> & { wake: () => void; backfillMissing: BackfillMissing };
type ConnectionRef = { projectId: string; connectionId: string };

/**
 * Handles new credentials of a connection. Resumes reads that were paused or deferred because the old ones were
 * refused, and queues failed backfills again.
 */
export function makeFollowConnection({ stores, clock, wake, backfillMissing }: FollowConnectionDeps) {
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
