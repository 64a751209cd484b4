import { Problem } from '../../../../lib/problem/problem.ts';
import type { InstallationClient } from '../../domain/installation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { UndeliveredStore } from '../../deliveries/domain/undelivered.ts';
import type { SweepStore } from '../../deletes/domain/sweep_store.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { LogStore } from '../../../../lib/work/domain/operation_log.ts';
import type { HeldMessageStore } from '../../messages/domain/held_message_store.ts';
import type { InboxStore, OutboxStore } from '../../domain/event_stores.ts';
import type { InstallationRef, SyncInstallation } from './sync_installation.ts';

type Stores = {
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  heldMessages: HeldMessageStore;
  outbox: OutboxStore;
  inbox: InboxStore;
};

type Deps = {
  stores: Transacting<Stores>;
  installation: InstallationClient;
  syncInstallation: SyncInstallation;
  wake: () => void;
};

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
