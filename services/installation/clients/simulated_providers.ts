import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { previewOf } from '../../../sandbox/lab/preview.ts';
import type { PreviewProvider } from '../providers/domain/provider_preview.ts';

/** Previews by the lab, in this process and without a network. */
export function simulatedProviders(catalogue: ProviderCatalogue): PreviewProvider {
  return async function preview(name, objectName) {
    const provider = catalogue.get(name);
    if (!provider) return undefined;
    try {
      return await previewOf(provider, objectName);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      throw new Problem('unprocessable', `The simulation of ${name} cannot be read: ${error.message}`);
    }
  };
}
