import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { ProxyPlan } from '../../../lib/proxy_plan/proxy_plan.ts';
import type { PlannedObject } from '../../../lib/read_plan/read_plan.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { IsWanted } from '../configs/object_plan.ts';
import { objectWrites, type PlannedWrite } from '../configs/object_writes.ts';
import { plansFor } from '../configs/plans_for.ts';
import type { DestinationStore } from '../destinations/destination.ts';
import { makeByConfig } from '../installations/by_config.ts';
import type { FullInstallation, InstallationStore, InstallationSummary } from '../installations/installation.ts';
import type { Integration, IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { Connectors } from '../providers/provider.ts';

/** An object plan with its installation and integration. */
export type InstallationReadPlan = PlannedObject & {
  owner: FullInstallation;
  integrationName: string;
  /** When the latest revision was created, in Unix milliseconds. */
  latestRevisionTime: number;
};

type Stores = { integrations: IntegrationStore; destinations: DestinationStore };

/** Builds the read plans of one installation from its config, the pinned revision and the latest revision. */
async function plansOfInstallation(
  stores: Stores,
  owner: FullInstallation,
  integration: Integration,
  isWanted?: IsWanted,
): Promise<InstallationReadPlan[]> {
  const plans = await plansFor(stores, owner.installation, integration, isWanted);
  const { name: integrationName, latestRevision } = integration;
  return plans.map((plan) => ({ ...plan, owner, integrationName, latestRevisionTime: latestRevision.createTime }));
}

type Deps = {
  stores: { installations: InstallationStore; integrations: IntegrationStore; destinations: DestinationStore };
};

type ReadPlanRequest = { projectId: string; integrationId: string; groupRef: string; objectName: string };

/**
 * Finds the plan of a triggered read, by the object's native or mapped name. Throws notFound for the integration,
 * invalidArgument for the group or the object.
 */
export function makeFindReadPlan({ stores }: Deps) {
  return async function findReadPlan(
    _call: Call,
    { projectId, integrationId, groupRef, objectName }: ReadPlanRequest,
  ): Promise<InstallationReadPlan> {
    const integration = await integrationOf(stores, projectId, integrationId);
    const owner = await installationOfGroup(stores, { projectId, integrationId, groupRef });
    const isNamed = (object: { objectName: string; mapToName?: string }) =>
      object.objectName === objectName || (object.mapToName ?? object.objectName) === objectName;
    const plans = await plansOfInstallation(stores, owner, integration, isNamed);
    const plan =
      plans.find((one) => one.objectName === objectName) ?? plans.find((one) => one.mappedObjectName === objectName);
    if (!plan) throw invalidName('objectName', 'path', 'The installation reads no object with this name.');
    if (plan.disabled)
      throw invalidName('objectName', 'path', 'The object is disabled in the config of the installation.');
    return plan;
  };
}

/** Finds a group's installation of an integration. Throws invalidArgument. */
export async function installationOfGroup(
  { installations }: { installations: InstallationStore },
  { projectId, integrationId, groupRef }: Omit<ReadPlanRequest, 'objectName'>,
): Promise<FullInstallation> {
  const [owner] = groupRef === '' ? [] : await installations.list(projectId, { integrationId, groupRef });
  if (!owner) throw invalidName('groupRef', 'body', 'The group has no installation of this integration.');
  return owner;
}

/** A problem about the group in the body or the object in the path. */
function invalidName(name: string, where: 'body' | 'path', detail: string): Problem {
  return new Problem('invalidArgument', detail, { issues: [{ in: where, name, detail }] });
}

/** Returns the read plans of an installation, or only the read plans of one object. Throws notFound. */
export function makeListReadPlans({ stores }: Deps) {
  return async function listReadPlans(
    _call: Call,
    { projectId, installationId, objectName = '' }: { projectId: string; installationId: string; objectName?: string },
  ): Promise<InstallationReadPlan[]> {
    const owner = await stores.installations.find(projectId, installationId);
    if (!owner) throw notFound('installation');
    const integration = await integrationOf(stores, projectId, owner.installation.integrationId);
    return plansOfInstallation(
      stores,
      owner,
      integration,
      (object) => objectName === '' || object.objectName === objectName,
    );
  };
}

/** The data that a write of one object needs, with its installation. */
export type InstallationWritePlan = PlannedWrite & Omit<InstallationSummary, 'revisionId' | 'latestRevisionId'>;

type WritePlanDeps = { stores: { installations: InstallationStore; integrations: IntegrationStore } };
type WritePlanRequest = { projectId: string; integrationId: string; groupRef: string; objectName: string };

/**
 * Finds the plan of a write by the object's native name, its mapped name (with inheritMapping) or its key in the
 * config. A native name wins over a mapped name, and a mapped name over a key. Throws notFound for the integration,
 * invalidArgument for the group or the object. Does not check for bad credentials: the call to the provider finds them.
 */
export function makeFindWritePlan({ stores }: WritePlanDeps) {
  const writesOf = makeByConfig(stores, objectWrites);

  return async function findWritePlan(
    _call: Call,
    { projectId, objectName, ...of }: WritePlanRequest,
  ): Promise<InstallationWritePlan> {
    const found = await writesOf(projectId, of);
    if (!found) {
      await integrationOf(stores, projectId, of.integrationId);
      throw invalidName('groupRef', 'body', 'The group has no installation of this integration.');
    }
    const { revisionId: _pinned, latestRevisionId: _latest, ...owner } = found.summary;
    const writes = found.derived;
    const write =
      writes.find((one) => one.objectName === objectName) ??
      writes.find((one) => one.mappedObjectName === objectName) ??
      writes.find((one) => one.key === objectName);
    if (!write) throw invalidName('objectName', 'path', notWritten(writes));
    return { ...write, ...owner };
  };
}

function notWritten(writes: readonly PlannedWrite[]): string {
  const names = writes.map(({ mappedObjectName }) => mappedObjectName);
  return names.length > 0
    ? `The installation writes no object with this name; it writes ${names.join(', ')}.`
    : 'The installation writes no object: add the object to config.content.write.objects of the installation.';
}

type ProxyPlanDeps = {
  stores: { installations: InstallationStore; integrations: IntegrationStore };
  connectors: Pick<Connectors, 'find'>;
};
/** `installationId` wins. If it is empty, the integration and the group identify the installation. */
type ProxyPlanRequest = { projectId: string; installationId: string; integrationId: string; groupRef: string };

/**
 * Finds the plan of a proxied call. The latest revision decides whether and where the call goes. So when a builder
 * deploys a manifest without the proxy, proxied calls are refused at once, for configs of every revision. Throws
 * notFound for the installation or the integration, invalidArgument for a group without installation, and unprocessable
 * while the proxy is off in the manifest or the config. Does not check for bad credentials: the call to the provider
 * finds them.
 */
export function makeFindProxyPlan({ stores, connectors }: ProxyPlanDeps) {
  const proxyOf = makeByConfig(stores, (content, _pinned, { provider, module, proxy }) => ({
    isOn: { manifest: proxy?.enabled === true, config: content.proxy?.enabled === true },
    module: proxy?.useModule ? (module ?? connectors.find(provider)?.defaultModule ?? '') : '',
  }));

  return async function findProxyPlan(_call: Call, { projectId, ...of }: ProxyPlanRequest): Promise<ProxyPlan> {
    const found = await proxyOf(projectId, of);
    if (!found) {
      if (of.installationId !== '') throw notFound('installation');
      await integrationOf(stores, projectId, of.integrationId);
      throw noInstallation();
    }
    const { isOn, module } = found.derived;
    const { revisionId: _pinned, latestRevisionId: _latest, workspace: _workspace, ...owner } = found.summary;
    if (!isOn.manifest || !isOn.config) throw proxySwitchedOff(isOn, owner.integrationName);
    return { ...owner, module };
  };
}

/**
 * The problem names a header, because a proxied call sends its group in a header: path and body are for the provider.
 */
function noInstallation(): Problem {
  const detail = 'The group has no installation of this integration.';
  return new Problem('invalidArgument', detail, { issues: [{ in: 'header', name: 'x-amp-group-ref', detail }] });
}

function proxySwitchedOff(isOn: { manifest: boolean; config: boolean }, integrationName: string): Problem {
  const inManifest = `set proxy.enabled of the integration ${integrationName} to true in the manifest, and deploy it`;
  const inConfig = 'set config.content.proxy.enabled of the installation to true';
  const [places, steps] = isOn.manifest
    ? ['the config of the installation', [inConfig]]
    : isOn.config
      ? ['the manifest', [inManifest]]
      : ['the manifest and in the config of the installation', [inManifest, inConfig]];
  const remedy = steps.join('; then ');
  return new Problem('unprocessable', `The proxy is switched off in ${places}. Nothing was sent to the provider.`, {
    remedy: `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
  });
}
