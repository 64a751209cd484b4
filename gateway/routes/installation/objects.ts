import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { Json } from '../../rest/json.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';

type Operations =
  | 'getHydratedRevision'
  | 'getObjectMetadataForInstallation'
  | 'getObjectMetadataForConnection'
  | 'upsertMetadataForInstallation'
  | 'upsertMetadataForConnection';

/** The routes of a provider's objects and fields. */
export function objectRoutes({ installation }: Services): Routes<Operations> {
  return {
    async getHydratedRevision({ call, projectId, path, query: { connectionId } }) {
      const { integrationIdOrName: integrationId, revisionId } = path;
      const { contentJson, createTime, ...revision } = await installation.hydrateRevision(call, {
        projectId,
        integrationId,
        revisionId,
        connectionId,
      });
      const content = freeObject<Json<'HydratedRevision'>['content']>(contentJson);
      return { ...revision, createTime: toIso(createTime), content };
    },
    async getObjectMetadataForInstallation({ call, caller, projectId, path, query }) {
      const { integrationIdOrName: integrationId, objectName } = path;
      const { metadataJson } = await installation.getObjectMetadata(call, {
        account: { projectId, integrationId, groupRef: query.groupRef, consumerRef: caller.consumerRef },
        objectName,
        excludeReadOnly: query.excludeReadOnly ?? false,
      });
      return freeObject<Json<'ObjectMetadata'>>(metadataJson);
    },
    async getObjectMetadataForConnection({ call, caller, projectId, path: { provider, objectName }, query }) {
      const { metadataJson } = await installation.getObjectMetadata(call, {
        account: { projectId, provider, groupRef: query.groupRef, consumerRef: caller.consumerRef },
        objectName,
        excludeReadOnly: query.excludeReadOnly ?? false,
      });
      return freeObject<Json<'ObjectMetadata'>>(metadataJson);
    },
    async upsertMetadataForInstallation({ call, projectId, path, body: { groupRef, fields } }) {
      const { resultJson } = await installation.upsertObjectMetadata(call, {
        account: { projectId, integrationId: path.integrationIdOrName, groupRef },
        fieldsJson: stringifyJson(fields as JsonValue),
      });
      return freeObject<Json<'UpsertMetadataResponse'>>(resultJson);
    },
    async upsertMetadataForConnection({ call, projectId, path: { provider }, body: { groupRef, fields } }) {
      const { resultJson } = await installation.upsertObjectMetadata(call, {
        account: { projectId, provider, groupRef },
        fieldsJson: stringifyJson(fields as JsonValue),
      });
      return freeObject<Json<'UpsertMetadataResponse'>>(resultJson);
    },
  };
}
