import type { FieldsByObject } from '../../../lib/fields/field_definition.ts';
import { stringifyJson } from '../../../lib/json/json.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { providerAppMessage } from './messages.ts';

/** RPCs for the provider catalogue and the builder's provider apps. */
export function providerHandlers(useCases: UseCases) {
  return {
    ListProviders: async () => ({ providersJson: useCases.listProviders() }),
    GetProvider: async (_call, { provider }) => ({ infoJson: useCases.getProvider(provider) }),
    PreviewProvider: async (_call, { provider, objectName }) => useCases.previewProvider(provider, objectName),
    CreateProviderApp: async (call, request) => providerAppMessage(await useCases.createProviderApp(call, request)),
    ListProviderApps: async (_call, { projectId }) => ({
      providerApps: (await useCases.listProviderApps(projectId)).map(providerAppMessage),
    }),
    UpdateProviderApp: async (call, request) => providerAppMessage(await useCases.updateProviderApp(call, request)),
    async DeleteProviderApp(call, request) {
      await useCases.deleteProviderApp(call, request);
      return {};
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

/** RPCs for the fields of provider objects: read them, change them, and merge them into a revision. */
export function objectMetadataHandlers(useCases: UseCases) {
  return {
    GetObjectMetadata: async (call, { account, ...request }) => ({
      metadataJson: stringifyJson(await useCases.getObjectMetadata(call, { ...request, ...accountOrEmpty(account) })),
    }),
    async UpsertObjectMetadata(call, { account, fieldsJson }) {
      // Field settings need no exact numbers, so JSON.parse is enough.
      const fields = JSON.parse(fieldsJson) as FieldsByObject;
      return {
        resultJson: stringifyJson(await useCases.upsertObjectMetadata(call, { ...accountOrEmpty(account), fields })),
      };
    },
    async HydrateRevision(call, request) {
      const { id, specVersion, createTime, content } = await useCases.hydrateRevision(call, request);
      return { id, specVersion, createTime, contentJson: stringifyJson(content) };
    },
  } satisfies Partial<ServiceHandlers<'installation'>>;
}

const NO_ACCOUNT = { projectId: '', integrationId: '', provider: '', groupRef: '', consumerRef: '' };

function accountOrEmpty<T extends typeof NO_ACCOUNT>(account: T | null): typeof NO_ACCOUNT {
  return account ?? NO_ACCOUNT;
}
