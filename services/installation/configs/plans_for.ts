import { parseJson } from '../../../lib/json/json.ts';
import type { Log } from '../../../lib/log/log.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { PlannedObject } from '../../../lib/read_plan/read_plan.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CallAuth, GetCallAuth } from '../call_auth/call_auths.ts';
import type { Connection, ConnectionStore } from '../connections/connection.ts';
import { type DestinationStore, idIn, projectedIds } from '../destinations/destination.ts';
import { type Warning, warningOf } from '../fault.ts';
import type { Integration, IntegrationStore, Revision } from '../integrations/integration.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import { type Connectors, ProviderRefusal, ProviderUnavailable, RateLimited } from '../providers/provider.ts';
import type { ConfigContent, InstallationConfig } from './config_content.ts';
import { type DestinationIdOf, type IsWanted, objectPlans, plannedFields } from './object_plan.ts';

type Stores = { integrations: IntegrationStore; destinations: DestinationStore };
type ConfiguredInstallation = { projectId: string; config: InstallationConfig };

/** The revision that the config of an installation was made for. */
export async function pinnedRevision(
  { integrations }: { integrations: IntegrationStore },
  { projectId, config: { revisionId } }: ConfiguredInstallation,
  { latestRevision }: Integration,
): Promise<Revision> {
  const pinned =
    revisionId === latestRevision.id ? latestRevision : await integrations.findRevision(projectId, revisionId);
  if (!pinned) throw new Error('A config is pinned to a revision that is not there.');
  return pinned;
}

/**
 * The plans of an installation. The id of a destination is stored with the revision or config that names it. Revisions
 * and configs of version 0.1.0 have no ids; their names are looked up in the table `destinations`.
 */
export async function plansFor(
  stores: Stores,
  installation: ConfiguredInstallation,
  integration: Integration,
  isWanted?: IsWanted,
): Promise<PlannedObject[]> {
  const { projectId, config } = installation;
  const { latestRevision } = integration;
  const pinned = await pinnedRevision(stores, installation, integration);
  const content = parseJson(config.contentJson) as ConfigContent;
  const latest = JSON.parse(latestRevision.contentJson) as ManifestIntegration;
  const former = pinned === latestRevision ? latest : (JSON.parse(pinned.contentJson) as ManifestIntegration);
  const plans = (idOf: DestinationIdOf) => objectPlans(content, former, latest, idOf, isWanted);
  const ids = { config: config.destinationIds, pinned: pinned.destinationIds, latest: latestRevision.destinationIds };
  const resolved = plans((where, name) => idIn(ids[where], name) ?? '');
  if (resolved.every(({ destinationId }) => destinationId !== '')) return resolved;
  const projected = projectedIds(await stores.destinations.list(projectId));
  return plans((where, name) => idIn(ids[where], name) ?? projected(name) ?? '');
}

/** Fields that a sample or a scheduled read has already requested: object → fields. */
export type RequestedFields = ReadonlyMap<string, ReadonlySet<string>>;

const EVERY_FIELD = ['*'];

/** Returns a copy of `known` with the fields of all scheduled plans added. */
export function requestedFields(plans: readonly PlannedObject[], known: RequestedFields = new Map()): RequestedFields {
  const asked = new Map<string, ReadonlySet<string>>(known);
  for (const plan of plans.filter(isScheduled))
    asked.set(plan.objectName, new Set([...(asked.get(plan.objectName) ?? []), ...fieldsOf(plan)]));
  return asked;
}

/**
 * The scheduled plans with an object or a field that is not in `asked`. No sample or scheduled read has requested them
 * yet, so the provider may refuse them.
 */
export function plansToSample(plans: readonly PlannedObject[], asked: RequestedFields): PlannedObject[] {
  return plans.filter((plan) => {
    const fields = asked.get(plan.objectName);
    return isScheduled(plan) && !(fields && fieldsOf(plan).every((field) => fields.has(field)));
  });
}

function isScheduled({ schedule, disabled }: PlannedObject): boolean {
  return schedule !== '' && !disabled;
}

function fieldsOf(plan: PlannedObject): string[] {
  return plan.selection.selectAll ? EVERY_FIELD : plannedFields(plan);
}

type Deps = { stores: { connections: ConnectionStore }; connectors: Connectors; clock: Clock; log: Log };

export type SampleReads = ReturnType<typeof makeSampleReads>;

/**
 * Reads one record of every scheduled object, so that an unknown field or object is found now and not during a
 * scheduled read. Bad credentials, rate limits and failures of the provider cause no error, because a change of the
 * config would not help. If the rate limit is exhausted, the sample is skipped with a warning. Throws unprocessable
 * with an issue for each refused object.
 */
export function makeSampleReads(
  { connectors, stores, clock, log }: Deps,
  { getCallAuth }: { getCallAuth: GetCallAuth },
) {
  return async function sampleReads(call: Call, connection: Connection, plans: PlannedObject[]): Promise<Warning[]> {
    const scheduled = plans.filter(({ schedule, disabled }) => schedule !== '' && !disabled);
    const auth = scheduled.length > 0 ? await authOf(call, connection) : null;
    if (!auth) return [];
    const results = await Promise.all(scheduled.map((plan) => sample(connection, plan, auth)));
    const issues = results.filter((result) => typeof result === 'object');
    if (issues.length > 0)
      throw new Problem(
        'unprocessable',
        'The provider refuses an object or a field of the config; nothing was saved.',
        {
          issues,
          causes: issues.map(({ detail }) => detail),
          remedy: 'Choose other fields; skipSampling saves without asking the provider.',
          context: { provider: connection.provider, connectionId: connection.id },
        },
      );
    if (results.includes('read'))
      await stores.connections.markWorking(connection.projectId, connection.id, clock.now());
    return scheduled.filter((_, at) => results[at] === 'leftOut').map(sampleLeftOutWarning);
  };

  async function authOf(call: Call, { projectId, id }: Connection): Promise<CallAuth | null> {
    try {
      return await getCallAuth(call, { projectId, connectionId: id });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      log.info('sample read skipped', { projectId, connectionId: id, kind: error.kind });
      return null;
    }
  }

  async function sample(
    connection: Connection,
    plan: PlannedObject,
    { variables, headers, query, secrets, providerAppId }: CallAuth,
  ): Promise<'read' | 'unknown' | 'leftOut' | Issue> {
    try {
      await connectors.sample({
        caller: { projectId: connection.projectId, connectionId: connection.id, providerAppId },
        provider: connection.provider,
        module: plan.module,
        object: plan.objectName,
        fields: plannedFields(plan),
        filters: plan.filters,
        attachments: { headers, query },
        variables,
        secrets,
      });
      return 'read';
    } catch (error) {
      if (error instanceof ProviderRefusal && error.reason === 'request') {
        return { in: 'body', name: `config.content.read.objects.${plan.objectName}`, detail: error.message };
      }
      if (!(error instanceof ProviderRefusal || error instanceof ProviderUnavailable)) throw error;
      log.info('sample read inconclusive', {
        projectId: connection.projectId,
        connectionId: connection.id,
        object: plan.objectName,
        reason: error.message,
      });
      return error instanceof RateLimited ? 'leftOut' : 'unknown';
    }
  }
}

function sampleLeftOutWarning({ objectName }: PlannedObject): Warning {
  return warningOf({
    path: ['config', 'content', 'read', 'objects', objectName],
    message: `No sample of ${objectName} was read: the provider's rate limit is exhausted.`,
    rule: 'sample-left-out',
    severity: 'warning',
    suggestion: 'Look at the first operation of the object: it reports a field that the provider refuses.',
  });
}
