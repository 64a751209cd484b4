import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { OwnedPlan } from '../domain/read_plan.ts';
import { integrationOf } from '../../integrations/usecases/integration_of.ts';
import { plansOf } from './plans_of.ts';

type Deps = {
  stores: { installations: InstallationStore; integrations: IntegrationStore; destinations: DestinationStore };
};

/** The read plans of an installation, or only those of one object. Throws notFound. */
export function makeListReadPlans({ stores }: Deps) {
  return async function listReadPlans(
    _call: Call,
    { projectId, installationId, objectName = '' }: { projectId: string; installationId: string; objectName?: string },
  ): Promise<OwnedPlan[]> {
    const owner = await stores.installations.find(projectId, installationId);
    if (!owner) throw notFound('installation');
    const plans = await plansOf(
      stores,
      owner,
      await integrationOf(stores, projectId, owner.installation.integrationId),
    );
    return objectName === '' ? plans : plans.filter((plan) => plan.objectName === objectName);
  };
}
