import type { Routes, Services } from '../../rest/operation.ts';
import { freeObject } from '../free_json.ts';

type Operations = 'listProviders' | 'getProvider' | 'previewProvider';

/**
 * The routes of the catalogue. It crosses gRPC as JSON text and is sent unchanged, because it is large and equal for
 * all callers.
 */
export function providerRoutes({ installation }: Services): Routes<Operations> {
  return {
    async listProviders({ call }) {
      const { providersJson } = await installation.listProviders(call, {});
      return providersJson as never;
    },
    async getProvider({ call, path }) {
      const { infoJson } = await installation.getProvider(call, { provider: path.provider });
      return infoJson as never;
    },
    async previewProvider({ call, path: { provider }, query: { objectName = '' } }) {
      const { recordTexts, ...preview } = await installation.previewProvider(call, { provider, objectName });
      return { ...preview, records: recordTexts.map((text) => freeObject(text)) };
    },
  };
}
