import { stringifyJson } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { DeployPlan__Output as DeployPlanMessage } from '../../../protos/gen/causeway/installation/v1/DeployPlan.ts';
import type { Integration__Output as IntegrationMessage } from '../../../protos/gen/causeway/installation/v1/Integration.ts';
import type { Revision__Output as RevisionMessage } from '../../../protos/gen/causeway/installation/v1/Revision.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';
import { destinationsIn, resolveDestinations } from './resolve_destinations.ts';
import { warningJson } from './warning_json.ts';

type ManifestSource = {
  projectId: string;
  sourceYaml: string;
  sourceZipUrl: string;
  expectedRevisionIds: Record<string, string>;
};
type Operations =
  | 'listIntegrations'
  | 'getIntegration'
  | 'createIntegration'
  | 'deleteIntegration'
  | 'batchUpsertIntegrations'
  | 'listRevisions'
  | 'getRevision'
  | 'createRevision';

export function integrationRoutes(services: Services): Routes<Operations> {
  const { installation } = services;
  /**
   * Resolves the destinations that a manifest names. The installation service reads the manifest and lists the names.
   */
  async function resolutionOf(call: Call, source: ManifestSource) {
    const { names } = await installation.listManifestDestinations(call, source);
    return resolveDestinations(services, call, { projectId: source.projectId, names });
  }
  return {
    async listIntegrations({ call, projectId, query }) {
      return listAnswer(query, {
        load: async (pageToken) => {
          const { integrations: items, nextPageToken } = await installation.listIntegrations(call, {
            projectId,
            pageToken,
          });
          return { items, nextPageToken };
        },
        toJson: integrationJson,
      });
    },
    async getIntegration({ call, projectId, path }) {
      return integrationJson(
        await installation.getIntegration(call, { projectId, integrationIdOrName: path.integrationIdOrName }),
      );
    },
    async batchUpsertIntegrations({ call, projectId, body, query }) {
      const source = { projectId, ...sourceOf(body) };
      const { integrations } = await installation.batchUpsertIntegrations(call, {
        ...source,
        resolution: await resolutionOf(call, source),
        destructive: query.destructive ?? false,
        dryRun: query.dryRun ?? false,
      });
      return integrations.map(integrationJson);
    },
    async createIntegration({ call, projectId, body }) {
      const { name, provider, latestRevision } = body;
      const names = destinationsIn(latestRevision.content);
      await installation.createIntegration(call, {
        projectId,
        resolution: await resolveDestinations(services, call, { projectId, names }),
        name,
        provider,
        specVersion: latestRevision.specVersion,
        contentJson: stringifyJson(latestRevision.content),
      });
    },
    async deleteIntegration({ call, projectId, path }) {
      const { integrationIdOrName } = path;
      await installation.deleteIntegration(call, { projectId, integrationIdOrName });
    },
    async listRevisions({ call, projectId, path, query }) {
      const { integrationIdOrName } = path;
      return listAnswer(query, {
        load: async (pageToken) => {
          const asked = { projectId, integrationIdOrName, pageToken };
          const { revisions: items, nextPageToken } = await installation.listRevisions(call, asked);
          return { items, nextPageToken };
        },
        toJson: (revision) => revisionJson(revision),
      });
    },
    async getRevision({ call, projectId, path }) {
      return revisionJson(await installation.getRevision(call, { projectId, ...path }));
    },
    async createRevision({ call, projectId, path, body, query }) {
      const { integrationIdOrName: integrationId } = path;
      const destructive = query.destructive ?? false;
      const source = { projectId, ...sourceOf(body) };
      const resolution = await resolutionOf(call, source);
      await installation.createRevision(call, { ...source, integrationId, destructive, resolution });
    },
  };
}

function sourceOf({ sourceYaml = '', sourceZipUrl = '', expectedRevisionIds = {} }: Json<'ManifestSource'>) {
  return { sourceYaml, sourceZipUrl, expectedRevisionIds };
}

function integrationJson({
  id,
  projectId,
  name,
  provider,
  latestRevision,
  plan,
  ...when
}: IntegrationMessage): Json<'Integration'> {
  return {
    id,
    projectId,
    name,
    provider,
    ...times(when),
    latestRevision: revisionJson(latestRevision),
    ...(plan && { plan: planJson(plan) }),
  };
}

function revisionJson(revision: RevisionMessage | null): Json<'Revision'> {
  return {
    id: revision?.id ?? '',
    specVersion: revision?.specVersion ?? '',
    createTime: toIso(revision?.createTime ?? 0),
    content: contentJson(revision?.contentJson ?? ''),
    ...(revision?.createdBy && { createdBy: revision.createdBy }),
    warnings: (revision?.warnings ?? []).map(warningJson),
  };
}

function planJson({ change, former, droppedObjects }: DeployPlanMessage): Json<'DeployPlan'> {
  return {
    change: change as Json<'DeployPlan'>['change'],
    ...(former && { former: revisionJson(former) }),
    droppedObjects,
  };
}

type RevisionContent = Json<'Revision'>['content'];

/**
 * The content as JSON. Clients expect a schedule on every read object; an object that is read only on a trigger gets
 * ''.
 */
function contentJson(text: string): RevisionContent {
  const { read, ...content } = freeObject<RevisionContent>(text);
  if (!read?.objects) return content;
  return {
    ...content,
    read: { ...read, objects: read.objects.map((object) => ({ ...object, schedule: object.schedule ?? '' })) },
  };
}
