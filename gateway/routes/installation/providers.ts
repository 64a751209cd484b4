import type { Routes, Services } from '../../rest/operation.ts';

/** The catalogue crosses gRPC as JSON text and is sent unchanged: it is large and the same for all callers. */
export function providerRoutes({ installation }: Services): Routes<'listProviders' | 'getProvider'> {
  return {
    async listProviders({ call }) {
      const { providersJson } = await installation.listProviders(call, {});
      return providersJson as never;
    },
    async getProvider({ call, path }) {
      const { infoJson } = await installation.getProvider(call, { provider: path.provider });
      return infoJson as never;
    },
  };
}
