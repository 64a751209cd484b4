import { stringifyJson, type Json as JsonValue } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { toIso } from '../../lib/time/iso.ts';
import type { Config__Output as ConfigMessage } from '../../protos/gen/causeway/installation/v1/Config.ts';
import type { Connection__Output as ConnectionMessage } from '../../protos/gen/causeway/installation/v1/Connection.ts';
import type { Installation__Output as InstallationMessage } from '../../protos/gen/causeway/installation/v1/Installation.ts';
import { batchLoads } from '../http/batch.ts';
import type { Json } from '../http/json.ts';
import type { Routes, Services } from '../http/operation.ts';
import type { Call } from '../../lib/rpc/call.ts';
import { allPages } from './all_pages.ts';
import { connectionJson, groupJson } from './connections.ts';
import { freeObject } from './free_json.ts';
import { times } from './times.ts';

type Operations =
  | 'createInstallation'
  | 'getInstallation'
  | 'listInstallations'
  | 'listInstallationsForProject'
  | 'deleteInstallation';

export function installationRoutes({ installation }: Services): Routes<Operations> {
  const load = loadInstallation(installation);
  const list = (call: Call, filter: { projectId: string; integrationId: string; groupRef: string }) =>
    allPages(async (pageToken) => {
      const { installations: items, nextPageToken } = await installation.listInstallations(call, {
        ...filter,
        pageToken,
      });
      return { items, nextPageToken };
    });
  return {
    async createInstallation({ call, projectId, path, query, body }) {
      const { groupRef, connectionId = '', config } = body;
      return installationJson(
        await installation.createInstallation(call, {
          projectId,
          integrationId: path.integrationId,
          groupRef,
          connectionId,
          skipSampling: query.skipSampling ?? false,
          configContentJson: stringifyJson(config.content as JsonValue),
          createdBy: config.createdBy ?? 'api:create-installation',
        }),
      );
    },
    async getInstallation({ call, projectId, path }) {
      const found = await load({ call, projectId, ...path });
      if (!found) throw new Problem('notFound', 'There is no such installation.');
      return installationJson(found);
    },
    async listInstallations({ call, projectId, path, query }) {
      const { groupRef = '' } = query;
      return (await list(call, { projectId, integrationId: path.integrationId, groupRef })).map(installationJson);
    },
    async listInstallationsForProject({ call, projectId, query }) {
      const { groupRef = '' } = query;
      return (await list(call, { projectId, integrationId: '', groupRef })).map(installationJson);
    },
    async deleteInstallation({ call, projectId, path }) {
      await installation.deleteInstallation(call, {
        projectId,
        integrationId: path.integrationId,
        installationId: path.installationId,
      });
    },
  };
}

type Key = { call: Call; projectId: string; integrationId: string; installationId: string };

/** The hot read: everything asked for in one turn of the event loop is one RPC and one query. */
function loadInstallation(
  installation: Services['installation'],
): (key: Key) => Promise<InstallationMessage | undefined> {
  return batchLoads(async (keys: Key[]) => {
    const [first] = keys;
    if (!first) return [];
    const wanted = keys.map(({ projectId, integrationId, installationId }) => ({
      projectId,
      integrationId,
      installationId,
    }));
    const { installations } = await installation.batchGetInstallations(first.call, { keys: wanted });
    const found = new Map(installations.map((one) => [`${one.projectId}/${one.id}`, one]));
    return keys.map(({ projectId, installationId }) => found.get(`${projectId}/${installationId}`));
  });
}

function installationJson(message: InstallationMessage): Json<'Installation'> {
  const { id, projectId, integrationId, healthStatus, connection, createdBy, config, group, lastOperationStatus } =
    message;
  return {
    id,
    projectId,
    integrationId,
    createdBy,
    ...times(message),
    healthStatus: healthStatus as Json<'Installation'>['healthStatus'],
    connection: connectionJson(connection as ConnectionMessage),
    config: configJson(config as ConfigMessage),
    ...(group && { group: groupJson(group) }),
    ...(lastOperationStatus && { lastOperationStatus: lastOperationStatus as 'success' }),
  };
}

function configJson({ id, revisionId, createTime, createdBy, contentJson }: ConfigMessage): Json<'Config'> {
  return { id, revisionId, createTime: toIso(createTime), createdBy, content: freeObject(contentJson) };
}
