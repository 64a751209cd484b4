import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { PlannedObject } from '../../../lib/read_plan/read_plan.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { IsWanted } from '../configs/object_plan.ts';
import { plansFor } from '../configs/plans_for.ts';
import type { DestinationStore } from '../destinations/destination.ts';
import type { FullInstallation, InstallationStore } from '../installations/installation.ts';
import type { Integration, IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';

/** An object plan with its installation and integration. */
export type OwnedPlan = PlannedObject & {
  owner: FullInstallation;
  integrationName: string;
  /** When the latest revision was created, in Unix milliseconds. */
  latestRevisionTime: number;
};

type Stores = { integrations: IntegrationStore; destinations: DestinationStore };

/** The read plans of one installation, from its config, the pinned revision and the latest one. */
async function plansOf(
  stores: Stores,
  owner: FullInstallation,
  integration: Integration,
  isWanted?: IsWanted,
): Promise<OwnedPlan[]> {
  const plans = await plansFor(stores, owner.installation, integration, isWanted);
  const { name: integrationName, latestRevision } = integration;
  return plans.map((plan) => ({ ...plan, owner, integrationName, latestRevisionTime: latestRevision.createTime }));
}

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
    const owner = await ownerOf(stores, { projectId, integrationId, groupRef });
    const isNamed = (object: { objectName: string; mapToName?: string }) =>
      object.objectName === objectName || (object.mapToName ?? object.objectName) === objectName;
    const plans = await plansOf(stores, owner, integration, isNamed);
    const plan =
      plans.find((one) => one.objectName === objectName) ?? plans.find((one) => one.mappedObjectName === objectName);
    if (!plan) throw bad('objectName', 'path', 'The installation reads no object with this name.');
    if (plan.disabled) throw bad('objectName', 'path', 'The object is disabled in the config of the installation.');
    return plan;
  };
}

/** The installation that a group has of an integration. Throws invalidArgument. */
export async function ownerOf(
  { installations }: { installations: InstallationStore },
  { projectId, integrationId, groupRef }: Omit<Request, 'objectName'>,
): Promise<FullInstallation> {
  const [owner] = groupRef === '' ? [] : await installations.list(projectId, { integrationId, groupRef });
  if (!owner) throw bad('groupRef', 'body', 'The group has no installation of this integration.');
  return owner;
}

/** invalidArgument for the group of the body or the object of the path. */
export function bad(name: string, where: 'body' | 'path', detail: string): Problem {
  return new Problem('invalidArgument', detail, { issues: [{ in: where, name, detail }] });
}

/** The read plans of an installation, or only those of one object. Throws notFound. */
export function makeListReadPlans({ stores }: Deps) {
  return async function listReadPlans(
    _call: Call,
    { projectId, installationId, objectName = '' }: { projectId: string; installationId: string; objectName?: string },
  ): Promise<OwnedPlan[]> {
    const owner = await stores.installations.find(projectId, installationId);
    if (!owner) throw notFound('installation');
    const integration = await integrationOf(stores, projectId, owner.installation.integrationId);
    return plansOf(stores, owner, integration, (object) => objectName === '' || object.objectName === objectName);
  };
}
