import { plansFor } from '../../configs/usecases/plans_for.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';
import type { Integration } from '../../integrations/domain/integration.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { Stores } from '../../secrets/domain/stores.ts';

/** The read plans of one installation, from its config, the pinned revision and the latest one. */
export async function plansOf(stores: Stores, owner: FullInstallation, integration: Integration): Promise<ReadPlan[]> {
  const plans = await plansFor(stores, owner.installation, integration);
  const { name: integrationName, latestRevision } = integration;
  return plans.map((plan) => ({ ...plan, owner, integrationName, latestRevisionTime: latestRevision.createTime }));
}
