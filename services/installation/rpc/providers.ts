import type { Handlers } from '../../../lib/rpc/services.ts';
import { providerAppMessage } from './messages.ts';
import type { UseCases } from '../use_cases.ts';

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
  } satisfies Partial<Handlers<'installation'>>;
}
