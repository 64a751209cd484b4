import { stringifyJson } from '../../../lib/json/json.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { destinationsIn, resolveDestinations } from './resolve_destinations.ts';
import { deployPlanJson, historicRevisionJson, integrationJson } from './integration_json.ts';

type Source = {
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
  | 'dryRunIntegrations'
  | 'listRevisions'
  | 'getRevision'
  | 'createRevision';

export function integrationRoutes(services: Services): Routes<Operations> {
  const { installation } = services;
  /** What the destinations of a manifest mean. Only installation can read the manifest. */
  async function resolutionOf(call: Call, source: Source) {
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
      });
      return integrations.map(integrationJson);
    },
    async dryRunIntegrations({ call, projectId, body }) {
      const source = { projectId, ...sourceOf(body) };
      const resolution = await resolutionOf(call, source);
      return deployPlanJson(await installation.dryRunIntegrations(call, { ...source, resolution, destructive: false }));
    },
    async listRevisions({ call, projectId, path, query }) {
      const { integrationIdOrName } = path;
      return listAnswer(query, {
        load: async (pageToken) => {
          const request = { projectId, integrationIdOrName, pageToken };
          const { revisions: items, nextPageToken } = await installation.listRevisions(call, request);
          return { items, nextPageToken };
        },
        toJson: historicRevisionJson,
      });
    },
    async getRevision({ call, projectId, path }) {
      return historicRevisionJson(await installation.getRevision(call, { projectId, ...path }));
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
