import { batchCalls } from '../../../lib/batch/batched.ts';
import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Caller__Output as Caller } from '../../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Config__Output as ConfigMessage } from '../../../protos/gen/causeway/installation/v1/Config.ts';
import type { Connection__Output as ConnectionMessage } from '../../../protos/gen/causeway/installation/v1/Connection.ts';
import type { HealthReason__Output as HealthReasonMessage } from '../../../protos/gen/causeway/installation/v1/HealthReason.ts';
import type { Installation__Output as InstallationMessage } from '../../../protos/gen/causeway/installation/v1/Installation.ts';
import type { Json, SharedFields } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { RouteRequest, Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';
import { connectionJson, groupJson } from './connections.ts';
import { destinationsIn, destinationsInChanges, resolveDestinations } from './resolve_destinations.ts';
import { warningJson } from './warning_json.ts';

type OperationStatus = NonNullable<Json<'Installation'>['lastOperationStatus']>;
type Operations =
  | 'createInstallation'
  | 'getInstallation'
  | 'listInstallations'
  | 'listInstallationsForProject'
  | 'updateInstallation'
  | 'patchObjectConfigContent'
  | 'deleteInstallation';

type ListFilter = { projectId: string; integrationId: string } & Omit<ProjectFilter, 'pageSize' | 'pageToken'>;
type ProjectFilter = RouteRequest<'listInstallationsForProject'>['query'];

export function installationRoutes(services: Services): Routes<Operations> {
  const { installation } = services;
  const resolve = (call: Call, projectId: string, names: string[]) =>
    resolveDestinations(services, call, { projectId, names });
  const load = loadInstallation(installation);
  const list = (call: Call, filter: ListFilter, query: object) =>
    listAnswer(query, {
      load: async (pageToken) => {
        const { installations: items, nextPageToken } = await installation.listInstallations(call, {
          ...filter,
          pageToken,
        });
        return { items, nextPageToken };
      },
      toJson: installationJson,
    });
  return {
    async createInstallation({ call, caller, projectId, path, query, body }) {
      const { groupRef, connectionId = '', config } = body;
      return installationJson(
        await installation.createInstallation(call, {
          projectId,
          integrationId: path.integrationIdOrName,
          groupRef,
          connectionId,
          consumerRef: caller.consumerRef,
          skipSampling: query.skipSampling ?? false,
          configContentJson: stringifyJson(config.content as JsonValue),
          resolution: await resolve(call, projectId, destinationsIn(config.content)),
          createdBy: config.createdBy ?? authorOf(caller),
        }),
      );
    },
    async getInstallation({ call, projectId, path }) {
      const text = await load({ call, projectId, ...keyOf(path) });
      if (!text) throw notFound('installation');
      return text as unknown as Json<'Installation'>;
    },
    async listInstallations({ call, projectId, path, query }) {
      const { groupRef, healthStatus } = query;
      const filter = { ...(groupRef && { groupRef }), ...(healthStatus && { healthStatus }) };
      return list(call, { ...filter, projectId, integrationId: path.integrationIdOrName }, query);
    },
    async listInstallationsForProject({ call, projectId, query }) {
      const { pageSize: _size, pageToken: _token, ...filter } = query;
      return list(call, { ...filter, projectId, integrationId: '' }, query);
    },
    async updateInstallation({ call, projectId, path, query, body }) {
      const { connectionId = '', config = {} } = body.installation;
      return installationJson(
        await installation.updateInstallation(call, {
          projectId,
          ...keyOf(path),
          updateMask: body.updateMask,
          connectionId,
          createdBy: config.createdBy ?? '',
          configContentJson: config.content ? stringifyJson(config.content) : '',
          skipSampling: query.skipSampling ?? false,
          resolution: await resolve(call, projectId, destinationsIn(config.content)),
        }),
      );
    },
    async patchObjectConfigContent({ call, projectId, path, body }) {
      const { groupRef = '', installationId = '', action, changes } = body;
      if ((groupRef === '') === (installationId === '')) throw oneOfBoth();
      const { integrationIdOrName: integrationId, objectName } = path;
      return installationJson(
        await installation.patchObjectConfig(call, {
          projectId,
          integrationId,
          objectName,
          groupRef,
          installationId,
          action,
          changesJson: stringifyJson(changes),
          resolution: await resolve(call, projectId, destinationsInChanges(changes)),
        }),
      );
    },
    async deleteInstallation({ call, projectId, path }) {
      await installation.deleteInstallation(call, { projectId, ...keyOf(path) });
    },
  };
}

function oneOfBoth(): Problem {
  const detail = 'Send either groupRef or installationId.';
  return new Problem('invalidArgument', detail, {
    issues: ['groupRef', 'installationId'].map((name) => ({ in: 'body', name, detail })),
  });
}

/** The author of an installation. Keys of version 0.1.0 have no builder. */
function authorOf({ actingBuilderId }: Caller): string {
  return actingBuilderId ? `builder:${actingBuilderId}` : 'api:create-installation';
}

function keyOf({
  integrationIdOrName: integrationId,
  installationId,
}: InstallationPath): Omit<InstallationKey, 'projectId'> {
  return { integrationId, installationId };
}

type InstallationPath = { integrationIdOrName: string; installationId: string };
type InstallationKey = { projectId: string; integrationId: string; installationId: string };

/** A batch in progress delays the next one by at most `maxWaitMs`. */
const BATCH_OPTIONS = { maxBatch: 200, maxWaitMs: 5 };

/**
 * Loads an installation. This read is frequent, so concurrent requests cost one RPC and one query (lib/batch). An
 * installation that is requested several times at once is fetched and serialised once.
 */
function loadInstallation(
  installation: Services['installation'],
): (key: InstallationKey & { call: Call }) => Promise<string | undefined> {
  return batchCalls(async (keys) => {
    const [first] = keys;
    if (!first) return [];
    const wanted = new Map(keys.map(({ call: _call, ...key }) => [textOf(key), key]));
    // All requests need the same service, so there is one call, with the metadata of the first request.
    for (const { call } of keys) call.asked?.add('installation');
    const { installations } = await installation.batchGetInstallations(first.call, { keys: [...wanted.values()] });
    const found = new Map(
      installations.map((one) => [
        textOf({ ...one, installationId: one.id }),
        stringifyJson(installationJson(one) as JsonValue),
      ]),
    );
    return keys.map((key) => found.get(textOf(key)));
  }, BATCH_OPTIONS);
}

function textOf({ projectId, integrationId, installationId }: InstallationKey): string {
  return `${projectId}/${integrationId}/${installationId}`;
}

function installationJson(message: InstallationMessage): Json<'Installation'> {
  const {
    createTime: _created,
    updateTime: _updated,
    healthStatus,
    healthReasons,
    lastOperationStatus,
    ...rest
  } = message;
  const { warnings, connection, config, group, ...same } = rest;
  const shared: SharedFields<typeof same, Json<'Installation'>> = same;
  return {
    ...shared,
    ...times(message),
    healthStatus: healthStatus as Json<'Installation'>['healthStatus'],
    healthReasons: healthReasons.map(healthReasonJson),
    warnings: warnings.map(warningJson),
    connection: connectionJson(connection as ConnectionMessage),
    config: configJson(config as ConfigMessage),
    ...(group && { group: groupJson(group) }),
    ...(lastOperationStatus && { lastOperationStatus: lastOperationStatus as OperationStatus }),
  };
}

function healthReasonJson({ code, level, detail, since, ...of }: HealthReasonMessage): Json<'HealthReason'> {
  const { objectName, destinationId } = of;
  const about = { ...(objectName && { objectName }), ...(destinationId && { destinationId }) };
  return { code, level: level as Json<'HealthReason'>['level'], detail, since: toIso(since), ...about };
}

function configJson({ id, revisionId, createTime, createdBy, contentJson }: ConfigMessage): Json<'Config'> {
  return { id, revisionId, createTime: toIso(createTime), createdBy, content: freeObject(contentJson) };
}
