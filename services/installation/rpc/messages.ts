import type { Connection as ConnectionMessage } from '../../../protos/gen/causeway/installation/v1/Connection.ts';
import type { DestinationResolution__Output as Message } from '../../../protos/gen/causeway/installation/v1/DestinationResolution.ts';
import type { Installation as InstallationMessage } from '../../../protos/gen/causeway/installation/v1/Installation.ts';
import type { Integration as IntegrationMessage } from '../../../protos/gen/causeway/installation/v1/Integration.ts';
import type { ProviderApp as ProviderAppMessage } from '../../../protos/gen/causeway/installation/v1/ProviderApp.ts';
import type { Revision as RevisionMessage } from '../../../protos/gen/causeway/installation/v1/Revision.ts';
import { type Consumer, type FullConnection, isVerified, type Party } from '../connections/connection.ts';
import type { Resolution } from '../destinations/destination.ts';
import type { DescribedInstallation } from '../health/describe_installations.ts';
import { healthStatus } from '../health/health.ts';
import type { FullInstallation } from '../installations/installation.ts';
import type { DeployPlan, Integration, Revision } from '../integrations/integration.ts';
import { isCurrentWarning } from '../manifests/manifest.ts';
import type { ProviderAppWithoutSecret } from '../provider_apps/provider_app.ts';

/** A connection as a protobuf message. In all messages here, an unset time is 0 and an unset text is ''. */
export function connectionMessage(
  { connection, group, consumer, providerApp }: FullConnection,
  shown: object | null = null,
): ConnectionMessage {
  return {
    id: connection.id,
    projectId: connection.projectId,
    provider: connection.provider,
    group: groupMessage(group),
    consumer: consumerMessage(consumer),
    authScheme: connection.authScheme,
    status: connection.status,
    isVerified: isVerified(connection),
    providerWorkspaceRef: connection.workspaceRef,
    providerConsumerRef: connection.providerConsumerRef,
    providerMetadataJson: connection.metadataJson,
    providerApp: providerApp && providerAppMessage(providerApp),
    credentialsJson: shown ? JSON.stringify(shown) : '',
    createTime: connection.createTime,
    updateTime: connection.updateTime ?? 0,
  };
}

/** If a group or consumer was never renamed, its update time is the creation time. */
function groupMessage({ projectId, ref, name, createTime, updateTime }: Party) {
  return { groupRef: ref, groupName: name, projectId, createTime, updateTime: updateTime ?? createTime };
}

function consumerMessage({ id, projectId, ref, name, createTime, updateTime }: Consumer) {
  return {
    id: id ?? '',
    consumerRef: ref,
    consumerName: name,
    projectId,
    createTime,
    updateTime: updateTime ?? createTime,
  };
}

export function providerAppMessage({ updateTime, ...app }: ProviderAppWithoutSecret): ProviderAppMessage {
  const { id, projectId, provider, clientId, externalRef, scopes, metadataJson, createTime } = app;
  return {
    id,
    projectId,
    provider,
    clientId,
    externalRef,
    scopes,
    metadataJson,
    createTime,
    updateTime: updateTime ?? 0,
  };
}

export function integrationMessage({
  latestRevision,
  updateTime,
  plan,
  ...integration
}: Integration & { plan?: DeployPlan }): IntegrationMessage {
  return {
    ...integration,
    updateTime: updateTime ?? 0,
    latestRevision: withoutAuthor(latestRevision),
    plan: plan ? { ...plan, former: plan.former ? withoutAuthor(plan.former) : null } : null,
  };
}

/** Removes the author, because customers may read an integration, but may not see who deployed it. */
function withoutAuthor(revision: Revision): RevisionMessage {
  return { ...revisionMessage(revision), createdBy: '' };
}

export function revisionMessage({ id, specVersion, createTime, contentJson, ...more }: Revision): RevisionMessage {
  const warnings = more.warnings.filter(isCurrentWarning);
  return { id, specVersion, createTime, contentJson, warnings, createdBy: more.createdBy ?? '' };
}

/** Contains every column of an installation, except the columns that another field of the message contains. */
export function installationMessage(full: DescribedInstallation): InstallationMessage {
  const { groupRef: _group, connectionId: _connection, failingSince: _health, ...installation } = full.installation;
  return {
    ...installation,
    updateTime: installation.updateTime ?? 0,
    healthStatus: healthStatus(full.healthReasons),
    healthReasons: full.healthReasons,
    warnings: full.warnings,
    connection: connectionMessage(full.connection),
    group: groupMessage(full.group),
  };
}

/** The group, consumer and account of an installation, for the plans of reads and writes. */
export function ownerMessage({ installation, group, connection: { connection, consumer } }: FullInstallation) {
  return {
    projectId: installation.projectId,
    installationId: installation.id,
    integrationId: installation.integrationId,
    configId: installation.config.id,
    connectionId: connection.id,
    groupRef: group.ref,
    groupName: group.name,
    consumerRef: consumer.ref,
    consumerName: consumer.name,
    provider: connection.provider,
    workspace: connection.workspaceRef,
  };
}

export function resolutionOf(message: Message | null): Resolution {
  return message && new Map(message.destinations.map((one) => [one.name, one]));
}
