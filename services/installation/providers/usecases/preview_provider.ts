import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import { similarName } from '../../../../lib/problem/similar_name.ts';
import type { Connectors } from '../domain/provider.ts';
import type { PreviewProvider, ProviderPreview } from '../domain/provider_preview.ts';
import { absenceRemedy } from './known_provider.ts';

/** `preview`: without one, nothing is simulated. */
type Deps = { connectors: Connectors; preview?: PreviewProvider | null };

/** Throws unprocessable where the operator allows no simulations, and notFound for an unknown provider or object. */
export function makePreviewProvider({ connectors, preview }: Deps) {
  return async function previewProvider(provider: string, objectName: string): Promise<ProviderPreview> {
    if (connectors.infoJson(provider) === undefined)
      throw notFound('provider', { remedy: absenceRemedy(connectors, provider) });
    if (!preview)
      throw new Problem('unprocessable', 'This platform simulates no providers.', {
        remedy: 'Simulations are for development. The operator turns them on with CAUSEWAY_SANDBOX=1.',
      });
    const found = await preview(provider, objectName);
    if (found) return found;
    const meant = similarName(objectName, (await preview(provider, ''))?.objectNames ?? []);
    throw notFound('object', {
      remedy: meant ? `Did you mean ${meant}?` : 'Ask without a name; the answer lists them.',
    });
  };
}
