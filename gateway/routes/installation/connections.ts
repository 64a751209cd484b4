import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import type { Connection__Output as ConnectionMessage } from '../../../protos/gen/causeway/installation/v1/Connection.ts';
import type { Consumer__Output as ConsumerMessage } from '../../../protos/gen/causeway/installation/v1/Consumer.ts';
import type { Group__Output as GroupMessage } from '../../../protos/gen/causeway/installation/v1/Group.ts';
import { maySeeSecrets, requireAdmin } from '../../rest/access.ts';
import { isFrontendKey } from '../../rest/frontend_keys.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';
import { providerAppJson } from './provider_apps.ts';

type Operations =
  | 'listConnections'
  | 'generateConnection'
  | 'getConnection'
  | 'updateConnection'
  | 'oauthUpdate'
  | 'deleteConnection';

export function connectionRoutes({ installation }: Services): Routes<Operations> {
  return {
    async listConnections({ call, projectId, query }) {
      const { provider = '', groupRef = '', consumerRef = '', search = '' } = query;
      const filter = { projectId, provider, groupRef, consumerRef, search };
      return listAnswer(query, {
        load: async (pageToken) => {
          const { connections: items, nextPageToken } = await installation.listConnections(call, {
            ...filter,
            pageToken,
          });
          return { items, nextPageToken };
        },
        toJson: connectionJson,
      });
    },
    async generateConnection({ call, projectId, body, caller }) {
      const {
        groupRef,
        groupName = '',
        consumerRef,
        consumerName = '',
        provider,
        providerWorkspaceRef = '',
        providerMetadata = {},
        ...credentials
      } = body;
      return connectionJson(
        await installation.generateConnection(call, {
          projectId,
          groupRef,
          groupName,
          consumerRef,
          consumerName,
          provider,
          providerWorkspaceRef,
          providerMetadataJson: stringifyJson(providerMetadata as JsonValue),
          credentialsJson: stringifyJson(credentials as JsonValue),
          integrationIdOrName: caller.onlyIntegrationId,
        }),
      );
    },
    async getConnection({ call, caller, projectId, path, query }) {
      if (query.includeCreds || query.includeRefreshToken) requireAdmin(caller);
      return connectionJson(
        await installation.getConnection(call, {
          projectId,
          connectionId: path.connectionId,
          includeCreds: query.includeCreds ?? false,
          includeRefreshToken: query.includeRefreshToken ?? false,
          refresh: query.refresh ?? '',
        }),
      );
    },
    async updateConnection({ call, caller, projectId, path, body }) {
      return connectionJson(
        await installation.updateConnection(call, {
          projectId,
          connectionId: path.connectionId,
          updateMask: body.updateMask,
          connectionJson: stringifyJson(body.connection as JsonValue),
          mayMove: maySeeSecrets(caller),
        }),
      );
    },
    async oauthUpdate({ call, caller, projectId, path, headers }) {
      const openerOrigin = headers.origin ?? '';
      const byFrontendKey = isFrontendKey(caller);
      const about = { projectId, connectionId: path.connectionId, openerOrigin, byFrontendKey };
      const { url } = await installation.restartOauth(call, about);
      return url;
    },
    async deleteConnection({ call, projectId, path }) {
      await installation.deleteConnection(call, { projectId, connectionId: path.connectionId });
    },
  };
}

export function connectionJson(message: ConnectionMessage): Json<'Connection'> {
  const { id, projectId, provider, group, consumer, authScheme, status, providerApp } = message;
  return {
    id,
    projectId,
    provider,
    group: groupJson(group),
    consumer: consumerJson(consumer),
    authScheme: authScheme as Json<'Connection'>['authScheme'],
    status: status as Json<'Connection'>['status'],
    isVerified: message.isVerified,
    ...times(message),
    ...(message.providerWorkspaceRef && { providerWorkspaceRef: message.providerWorkspaceRef }),
    ...(message.providerConsumerRef && { providerConsumerRef: message.providerConsumerRef }),
    ...(message.providerMetadataJson && { providerMetadata: freeObject(message.providerMetadataJson) }),
    ...(providerApp && { providerApp: providerAppJson(providerApp) }),
    ...(message.credentialsJson && freeObject(message.credentialsJson)),
  };
}

export function groupJson(group: GroupMessage | null): Json<'Group'> {
  const { groupRef = '', groupName = '', projectId = '', createTime = 0, updateTime = 0 } = group ?? {};
  return { groupRef, groupName, projectId, ...times({ createTime, updateTime }) };
}

function consumerJson(consumer: ConsumerMessage | null): Json<'Consumer'> {
  const { consumerRef = '', consumerName = '', projectId = '', createTime = 0, updateTime = 0 } = consumer ?? {};
  return {
    ...(consumer?.id && { id: consumer.id }),
    consumerRef,
    consumerName,
    projectId,
    ...times({ createTime, updateTime }),
  };
}
