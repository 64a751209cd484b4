import { Problem } from '../../../lib/problem/problem.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { Connectors } from '../providers/domain/provider.ts';
import type { ProviderAppStore } from '../provider_apps/domain/provider_app.ts';
import type { CreateProviderApp } from '../provider_apps/usecases/create_provider_app.ts';
import type { DeleteProviderApp } from '../provider_apps/usecases/delete_provider_app.ts';
import type { UpdateProviderApp } from '../provider_apps/usecases/update_provider_app.ts';
import { absenceRemedy } from '../providers/usecases/known_provider.ts';
import { providerAppMessage } from './messages.ts';

type UseCases = {
  connectors: Connectors;
  providerApps: ProviderAppStore;
  createProviderApp: CreateProviderApp;
  updateProviderApp: UpdateProviderApp;
  deleteProviderApp: DeleteProviderApp;
};
type Rpcs =
  | 'ListProviders'
  | 'GetProvider'
  | 'CreateProviderApp'
  | 'ListProviderApps'
  | 'UpdateProviderApp'
  | 'DeleteProviderApp';

/** RPCs for the provider catalogue and the builder's provider apps. */
export function providerHandlers({
  connectors,
  providerApps,
  createProviderApp,
  updateProviderApp,
  deleteProviderApp,
}: UseCases): Pick<Handlers<'installation'>, Rpcs> {
  const absent = (provider: string) =>
    new Problem('notFound', 'There is no such provider.', { remedy: absenceRemedy(connectors, provider) });
  return {
    ListProviders: async () => ({ providersJson: connectors.catalogueJson() }),
    async GetProvider(_call, { provider }) {
      const infoJson = connectors.infoJson(provider);
      if (infoJson === undefined) throw absent(provider);
      return { infoJson };
    },
    CreateProviderApp: async (call, request) => providerAppMessage(await createProviderApp(call, request)),
    ListProviderApps: async (_call, { projectId }) => ({
      providerApps: (await providerApps.list(projectId)).map(providerAppMessage),
    }),
    UpdateProviderApp: async (call, request) => providerAppMessage(await updateProviderApp(call, request)),
    async DeleteProviderApp(call, request) {
      await deleteProviderApp(call, request);
      return {};
    },
  };
}
