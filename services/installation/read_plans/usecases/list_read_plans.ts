import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';
import { integrationOf, plansOf } from './read_plans.ts';

export type ListReadPlans = ReturnType<typeof makeListReadPlans>;

/** The read plans of an installation, or only those of one object. Throws notFound. */
export function makeListReadPlans({ stores }: Pick<Deps, 'stores'>) {
  return async function listReadPlans(
    _call: Call,
    { projectId, installationId, objectName = '' }: { projectId: string; installationId: string; objectName?: string },
  ): Promise<ReadPlan[]> {
    const owner = await stores.installations.find(projectId, installationId);
    if (!owner) throw new Problem('notFound', 'There is no such installation.');
    const integration = await integrationOf(stores, projectId, owner.installation.integrationId);
    return plansOf(stores, owner, integration, (object) => objectName === '' || object.objectName === objectName);
  };
}
