import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { OwnedPlan } from '../domain/read_plan.ts';
import { integrationOf } from '../../integrations/usecases/integration_of.ts';
import { plansOf } from './plans_of.ts';

type Deps = {
  stores: { installations: InstallationStore; integrations: IntegrationStore; destinations: DestinationStore };
};

type Request = { projectId: string; integrationId: string; groupRef: string; objectName: string };

/**
 * The plan of a triggered read, by the object's native or mapped name. Throws notFound for the integration,
 * invalidArgument for the group or the object.
 */
export function makeFindReadPlan({ stores }: Deps) {
  return async function findReadPlan(
    _call: Call,
    { projectId, integrationId, groupRef, objectName }: Request,
  ): Promise<OwnedPlan> {
    const integration = await integrationOf(stores, projectId, integrationId);
    const [owner] = groupRef === '' ? [] : await stores.installations.list(projectId, { integrationId, groupRef });
    if (!owner) throw bad('groupRef', 'body', 'The group has no installation of this integration.');
    const plans = await plansOf(stores, owner, integration);
    const plan =
      plans.find((one) => one.objectName === objectName) ?? plans.find((one) => one.mappedObjectName === objectName);
    if (!plan) throw bad('objectName', 'path', 'The installation reads no object with this name.');
    if (plan.disabled) throw bad('objectName', 'path', 'The object is disabled in the config of the installation.');
    return plan;
  };
}

function bad(name: string, where: 'body' | 'path', detail: string): Problem {
  return new Problem('invalidArgument', detail, { issues: [{ in: where, name, detail }] });
}
