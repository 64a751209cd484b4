import { Problem } from '../../../lib/problem/problem.ts';
import type { InstallationClient } from '../domain/installation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { Stores } from '../domain/stores.ts';
import type { InstallationRef, SyncInstallation } from './sync_installation.ts';

type Deps = { stores: Stores; installation: InstallationClient; syncInstallation: SyncInstallation; wake: () => void };

/** An installation was made or changed. What it reads is asked for before the transaction, never in it. */
export function makeFollowInstallation({ stores, installation, syncInstallation, wake }: Deps) {
  return async function followInstallation(eventId: string, ref: InstallationRef, eventTime = 0): Promise<void> {
    const plans = await plansOf(ref);
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId))) return;
      if (plans) await syncInstallation(s, ref, plans, eventTime);
    });
    wake();
  };

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

export type FollowInstallation = ReturnType<typeof makeFollowInstallation>;
