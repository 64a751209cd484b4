import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { checkContent } from '../configs/check_content.ts';
import { configDestinationNames } from '../configs/config_content.ts';
import { objectPlans } from '../configs/object_plan.ts';
import type { SampleReads } from '../configs/plans_for.ts';
import type { ConnectionStore, ConsumerStore, FullConnection } from '../connections/connection.ts';
import {
  currentIdsOf,
  type DestinationIds,
  type DestinationStore,
  type Resolution,
} from '../destinations/destination.ts';
import { checkResolution } from '../destinations/destination_names.ts';
import type { Integration, IntegrationStore } from '../integrations/integration.ts';
import { integrationOf } from '../integrations/integrations.ts';
import type { ManifestIntegration } from '../manifests/manifest.ts';
import type { Connectors } from '../providers/provider.ts';
import { checkRefs } from '../refs.ts';
import type { FullInstallation, Installation, InstallationStore } from './installation.ts';
import { installationEvent } from './installation_event.ts';
import { chooseConnection, noConnection } from './installations.ts';

type Stores = WithOutbox<{
  integrations: IntegrationStore;
  connections: ConnectionStore;
  consumers: ConsumerStore;
  installations: InstallationStore;
  destinations: DestinationStore;
}>;
type Deps = UseCaseContext<Stores> & { connectors: Pick<Connectors, 'find'>; audit: WriteAuditEntry<'installation'> };

type NewInstallation = {
  projectId: string;
  integrationId: string;
  groupRef: string;
  connectionId: string;
  /** Set when the caller is a customer: customers may use only their own connections. */
  consumerRef?: string;
  configContentJson: string;
  createdBy: string;
  skipSampling: boolean;
  resolution?: Resolution;
};

const DEFAULT_AUTHOR = 'api:create-installation';
const MAX_ROUNDS = 3;

/**
 * Creates an installation: a group's connection and config for an integration. First reads a sample from the provider,
 * unless skipSampling is set. Throws notFound, invalidArgument (a ref, or no such connection), unprocessable (the
 * config, the connection, or a refused sample), alreadyExists and conflict.
 *
 * Pins the latest revision, and locks the integration until the commit, so that no deploy commits in between. Otherwise
 * a destination that only the older revision names could be deleted after that deploy.
 */
export function makeCreateInstallation(deps: Deps, { sampleReads }: { sampleReads: SampleReads }) {
  const { stores, connectors, clock, newId, audit } = deps;
  return async function createInstallation(call: Call, request: NewInstallation): Promise<FullInstallation> {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const created = await tryOnce(call, request);
      if (created) return created;
    }
    throw new Problem('conflict', 'The integration was deployed several times during this request. Try again later.', {
      retryable: true,
    });
  };

  /**
   * Returns null when a concurrent deploy created a newer revision, so that the config was checked against an older
   * one.
   */
  async function tryOnce(call: Call, request: NewInstallation): Promise<FullInstallation | null> {
    const { projectId, integrationId, groupRef, connectionId } = request;
    const integration = await integrationOf(stores, projectId, integrationId);
    checkRefs({ groupRef, connectionId, 'config.createdBy': request.createdBy }, ['connectionId', 'config.createdBy']);
    const revision = JSON.parse(integration.latestRevision.contentJson) as ManifestIntegration;
    const { resolution = null } = request;
    const { provider } = integration;
    const against = { revision, resolution, provider: connectors.find(provider) };
    const content = checkContent(JSON.parse(request.configContentJson || 'null'), against);
    const found = await chooseConnection(stores, { ...request, provider });
    const plans = request.skipSampling ? [] : objectPlans(content, revision, revision);
    const warnings = await sampleReads(call, found.connection, plans);
    const destinationIds = currentIdsOf(configDestinationNames(content), resolution);
    return stores.transaction(async (s) => {
      if (!(await s.integrations.lockShared(projectId, integrationId))) throw notFound('integration');
      const { latestRevision } = await integrationOf(s, projectId, integrationId);
      if (latestRevision.id !== integration.latestRevision.id) return null;
      await checkResolution(s, projectId, configDestinationNames(content), resolution);
      if (!(await s.connections.lock(projectId, found.connection.id))) throw noConnection(connectionId);
      const { projectId: of, ref, id } = found.consumer;
      const consumerId = id ?? (await s.consumers.ensureId(of, ref));
      const installation = newInstallation(request, integration, { ...found, consumerId }, destinationIds);
      await s.installations.insert(installation);
      const connection = (await s.connections.find(projectId, found.connection.id)) ?? found;
      const latestRevisionId = integration.latestRevision.id;
      const shown = { connection, group: connection.group, latestRevisionId, hasReports: false };
      const owner: FullInstallation = { installation, ...shown };
      const when = { eventId: newId(), time: installation.createTime };
      await s.outbox.add(installationEvent('installation.created', owner, integration.name, when));
      const about = { projectId, targetId: installation.id, targetName: groupRef };
      await audit(s.outbox, call, { action: 'installation.created', ...about });
      return warnings.length > 0 ? { ...owner, warnings } : owner;
    });
  }

  function newInstallation(
    request: NewInstallation,
    { latestRevision }: Integration,
    { connection, consumerId }: Pick<FullConnection, 'connection'> & { consumerId: string },
    destinationIds: DestinationIds | null,
  ): Installation {
    const now = clock.now();
    const { projectId, integrationId, groupRef } = request;
    return {
      id: newId(),
      projectId,
      integrationId,
      groupRef,
      connectionId: connection.id,
      createdBy: `consumer:${consumerId}`,
      lastOperationStatus: '',
      failingSince: null,
      createTime: now,
      updateTime: null,
      config: {
        id: newId(),
        revisionId: latestRevision.id,
        createTime: now,
        createdBy: request.createdBy || DEFAULT_AUTHOR,
        contentJson: request.configContentJson,
        destinationIds,
      },
    };
  }
}
