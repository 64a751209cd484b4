import { Problem } from '../../../lib/problem/problem.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { Stores } from '../domain/stores.ts';
import type { InstallationRef, SyncInstallation } from './sync_installation.ts';

type Deps = { stores: Stores; installation: InstallationClient; syncInstallation: SyncInstallation; wake: () => void };

/** Each is worth another only when somebody else changed the same rows meanwhile. */
const TRIES = 5;

/**
 * An installation was made or changed. What it reads is asked for before the transaction, never in it; where the rows
 * seem to know newer plans it is asked for again, for clocks may be apart and the rows wrong.
 */
export function makeFollowInstallation({ stores, installation, syncInstallation, wake }: Deps) {
  return async function followInstallation(eventId: string, ref: InstallationRef, eventTime = 0): Promise<void> {
    let seenTime: number | null = null;
    for (let tries = 1; ; tries += 1) {
      seenTime = await tryOnce(eventId, ref, { changeTime: eventTime, seenTime });
      if (seenTime === null) break;
      if (tries === TRIES) throw new Error('What the installation reads changes faster than it can be followed.');
    }
    wake();
  };

  /** As syncInstallation answers; with a time, nothing has happened. */
  async function tryOnce(
    eventId: string,
    ref: InstallationRef,
    times: { changeTime: number; seenTime: number | null },
  ): Promise<number | null> {
    const plans = await plansOf(ref);
    return stores
      .transaction(async (s) => {
        if (!(await s.inbox.accept(eventId)) || !plans) return null;
        const known = await syncInstallation(s, ref, plans, times);
        if (known !== null) throw new SeemsOlder(known);
        return null;
      })
      .catch(seenBy);
  }

  /** Null when it is gone already; then the event of its end is under way. */
  async function plansOf({ projectId, installationId }: InstallationRef): Promise<ReadPlan[] | null> {
    try {
      return await installation.listPlans(projectId, installationId);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'notFound') return null;
      throw error;
    }
  }
}

/** Undoes the transaction, the id in the inbox too; never leaves this file. */
class SeemsOlder extends Error {
  readonly known: number;
  constructor(known: number) {
    super('The plans seem to be older than what is known.');
    this.known = known;
  }
}

function seenBy(error: unknown): number {
  if (error instanceof SeemsOlder) return error.known;
  throw error;
}

export type FollowInstallation = ReturnType<typeof makeFollowInstallation>;
