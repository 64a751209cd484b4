import type { DestinationStore } from '../../destinations/domain/destination.ts';
import { plansFor } from '../../configs/usecases/plans_for.ts';
import type { FullInstallation } from '../../installations/domain/installation.ts';
import type { Integration, IntegrationStore } from '../../integrations/domain/integration.ts';
import type { OwnedPlan } from '../domain/read_plan.ts';

type Stores = { integrations: IntegrationStore; destinations: DestinationStore };

/** The read plans of one installation, from its config, the pinned revision and the latest one. */
export async function plansOf(stores: Stores, owner: FullInstallation, integration: Integration): Promise<OwnedPlan[]> {
  const plans = await plansFor(stores, owner.installation, integration);
  const { name: integrationName, latestRevision } = integration;
  return plans.map((plan) => ({ ...plan, owner, integrationName, latestRevisionTime: latestRevision.createTime }));
}
