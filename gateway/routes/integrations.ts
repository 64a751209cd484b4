import type { Integration__Output as IntegrationMessage } from '../../protos/gen/causeway/installation/v1/Integration.ts';
import { toIso } from '../../lib/time/iso.ts';
import type { Json } from '../http/json.ts';
import type { Routes, Services } from '../http/operation.ts';
import { allPages } from './all_pages.ts';
import { freeObject } from './free_json.ts';
import { times } from './times.ts';

export function integrationRoutes({
  installation,
}: Services): Routes<'listIntegrations' | 'getIntegration' | 'batchUpsertIntegrations'> {
  return {
    async listIntegrations({ call, projectId }) {
      const integrations = await allPages(async (pageToken) => {
        const { integrations: items, nextPageToken } = await installation.listIntegrations(call, {
          projectId,
          pageToken,
        });
        return { items, nextPageToken };
      });
      return integrations.map(integrationJson);
    },
    async getIntegration({ call, projectId, path }) {
      return integrationJson(
        await installation.getIntegration(call, { projectId, integrationIdOrName: path.integrationIdOrName }),
      );
    },
    async batchUpsertIntegrations({ call, projectId, body, query }) {
      const { integrations } = await installation.batchUpsertIntegrations(call, {
        projectId,
        sourceYaml: body.sourceYaml,
        destructive: query.destructive ?? false,
      });
      return integrations.map(integrationJson);
    },
  };
}

function integrationJson({
  id,
  projectId,
  name,
  provider,
  latestRevision,
  ...when
}: IntegrationMessage): Json<'Integration'> {
  return {
    id,
    projectId,
    name,
    provider,
    ...times(when),
    latestRevision: {
      id: latestRevision?.id ?? '',
      specVersion: latestRevision?.specVersion ?? '',
      createTime: toIso(latestRevision?.createTime ?? 0),
      content: freeObject(latestRevision?.contentJson ?? ''),
    },
  };
}
