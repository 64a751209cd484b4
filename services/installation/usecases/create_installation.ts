import { checkCron } from '../../../lib/cron/cron.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ConfigContent } from '../domain/config_content.ts';
import { checkConfig } from '../domain/config_rules.ts';
import type { FullConnection } from '../domain/connection.ts';
import type { FullInstallation, Installation } from '../domain/installation.ts';
import type { Integration } from '../domain/integration.ts';
import type { ManifestIntegration } from '../domain/manifest.ts';
import { objectPlans } from '../domain/read_plan.ts';
import { checkRefs } from '../domain/refs.ts';
import type { Deps } from './deps.ts';
import { installationEvent } from './installation_event.ts';
import { integrationOf } from './read_plans.ts';
import type { SampleReads } from './sample_reads.ts';

export type NewInstallation = {
  projectId: string;
  integrationId: string;
  groupRef: string;
  connectionId: string;
  configContentJson: string;
  createdBy: string;
  skipSampling: boolean;
};
export type CreateInstallation = ReturnType<typeof makeCreateInstallation>;

const DEFAULT_AUTHOR = 'api:create-installation';

/** Binds a group's connection and config to an integration, after the provider has shown that it can be read. */
export function makeCreateInstallation(deps: Deps, { sampleReads }: { sampleReads: SampleReads }) {
  const { stores, connectors, clock, newId } = deps;
  return async function createInstallation(call: Call, request: NewInstallation): Promise<FullInstallation> {
    const { projectId, integrationId, groupRef } = request;
    const integration = await integrationOf(stores, projectId, integrationId);
    checkRefs({ groupRef, connectionId: request.connectionId, 'config.createdBy': request.createdBy }, [
      'connectionId',
      'config.createdBy',
    ]);
    const revision = JSON.parse(integration.latestRevision.contentJson) as ManifestIntegration;
    const content = checkedContent(request.configContentJson, revision);
    const found = await connectionFor(request, integration);
    if (!request.skipSampling) await sampleReads(call, found.connection, objectPlans(content, revision, revision));
    const installation = newInstallation(request, integration, found);
    return stores.transaction(async (s) => {
      if (!(await s.connections.lock(projectId, found.connection.id))) throw noConnection(request);
      await s.installations.insert(installation);
      const connection = (await s.connections.find(projectId, found.connection.id)) ?? found;
      const owner: FullInstallation = { installation, connection, group: connection.group };
      await s.events.add(
        installationEvent('installation.created', owner, integration.name, {
          eventId: newId(),
          time: installation.createTime,
        }),
      );
      return owner;
    });
  };

  function checkedContent(json: string, revision: ManifestIntegration): ConfigContent {
    const content: unknown = JSON.parse(json || 'null');
    const facts = connectors.find(revision.provider);
    const faults = checkConfig(content, revision, {
      canFilter: facts?.canFilter ?? false,
      checkCron: (text, minGapMinutes) => checkCron(text, { now: clock.now(), minGapMinutes }),
    });
    if (faults.length === 0) return content as ConfigContent;
    const issues = faults.map(({ path, message, rule }) => ({
      in: 'body' as const,
      name: path.join('.'),
      detail: `${message} (${rule})`,
    }));
    throw new Problem('unprocessable', 'The config does not fit the integration.', {
      issues,
      causes: issues.map(({ name, detail }) => `${name}: ${detail}`),
    });
  }

  /** The one named, or the group's newest connection to the provider that is not known to be bad. */
  async function connectionFor(request: NewInstallation, { provider }: Integration): Promise<FullConnection> {
    const { projectId, groupRef, connectionId } = request;
    const found = connectionId
      ? await stores.connections.find(projectId, connectionId)
      : await stores.connections.findDefault(projectId, { groupRef, provider });
    if (!found) throw noConnection(request);
    if (found.connection.provider !== provider)
      throw unfit(`The connection is to ${found.connection.provider}, the integration for ${provider}.`);
    if (found.connection.groupRef !== groupRef) throw unfit('The connection is of another group.');
    return found;
  }

  function newInstallation(
    request: NewInstallation,
    { latestRevision }: Integration,
    { connection }: FullConnection,
  ): Installation {
    const now = clock.now();
    const { projectId, integrationId, groupRef } = request;
    return {
      id: newId(),
      projectId,
      integrationId,
      groupRef,
      connectionId: connection.id,
      createdBy: `consumer:${connection.consumerRef}`.slice(0, 191),
      lastOperationStatus: '',
      createTime: now,
      updateTime: null,
      config: {
        id: newId(),
        revisionId: latestRevision.id,
        createTime: now,
        createdBy: request.createdBy || DEFAULT_AUTHOR,
        contentJson: request.configContentJson,
      },
    };
  }
}

function noConnection({ connectionId }: NewInstallation): Problem {
  return connectionId
    ? new Problem('invalidArgument', 'There is no such connection.', {
        issues: [{ in: 'body', name: 'connectionId', detail: 'There is no such connection.' }],
      })
    : unfit('The group has no connection to the provider yet.', 'groupRef');
}

function unfit(detail: string, name = 'connectionId'): Problem {
  return new Problem('unprocessable', detail, {
    issues: [{ in: 'body', name, detail }],
    remedy: 'Connect the group to the provider first.',
  });
}
