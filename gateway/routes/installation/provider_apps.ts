import { type Json as JsonValue, stringifyJson } from '../../../lib/json/json.ts';
import type { ProviderApp__Output as ProviderAppMessage } from '../../../protos/gen/causeway/installation/v1/ProviderApp.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer, loadedAtOnce } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';
import { times } from '../times.ts';

export function providerAppRoutes({
  installation,
}: Services): Routes<'listProviderApps' | 'createProviderApp' | 'updateProviderApp' | 'deleteProviderApp'> {
  return {
    async listProviderApps({ call, projectId, query }) {
      const list = async () => (await installation.listProviderApps(call, { projectId })).providerApps;
      return listAnswer(query, { load: loadedAtOnce(list, 'newestFirst'), toJson: providerAppJson });
    },
    async createProviderApp({ call, projectId, body }) {
      const { provider, clientId, clientSecret, externalRef = '', scopes = [], metadata = {} } = body;
      return providerAppJson(
        await installation.createProviderApp(call, {
          projectId,
          provider,
          clientId,
          clientSecret,
          externalRef,
          scopes,
          metadataJson: stringifyJson(metadata as JsonValue),
        }),
      );
    },
    async updateProviderApp({ call, projectId, path, body }) {
      return providerAppJson(
        await installation.updateProviderApp(call, {
          projectId,
          providerAppId: path.providerAppId,
          updateMask: body.updateMask,
          providerAppJson: stringifyJson(body.providerApp as JsonValue),
        }),
      );
    },
    async deleteProviderApp({ call, projectId, path }) {
      await installation.deleteProviderApp(call, { projectId, providerAppId: path.providerAppId });
    },
  };
}

export function providerAppJson({
  id,
  projectId,
  provider,
  clientId,
  externalRef,
  scopes,
  metadataJson,
  ...when
}: ProviderAppMessage): Json<'ProviderApp'> {
  return {
    id,
    projectId,
    provider,
    clientId,
    scopes,
    metadata: freeObject(metadataJson),
    ...(externalRef && { externalRef }),
    ...times(when),
  };
}
