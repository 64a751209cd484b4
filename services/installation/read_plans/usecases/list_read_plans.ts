import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { OwnedPlan } from '../domain/read_plan.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';
import { integrationOf, plansOf } from './read_plans.ts';

export type ListReadPlans = ReturnType<typeof makeListReadPlans>;

/** The read plans of an installation, or only those of one object. Throws notFound. */
export function makeListReadPlans({ stores }: Pick<Deps, 'stores'>) {
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
