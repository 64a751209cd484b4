import { setImmediate } from 'node:timers/promises';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { previewOf } from '../../../sandbox/lab/preview.ts';
import type { PreviewProvider } from '../providers/providers.ts';

/** Max number of cached previews. A preview has a few kilobytes. */
const MAX_CACHED_PREVIEWS = 200;

/**
 * Previews that the lab simulates in this process, without a network. A simulation takes tens of milliseconds of CPU.
 * So simulations run one at a time, and other work of the process runs in between. Previews are cached, because they
 * never change.
 */
export function simulatedProviders(catalogue: ProviderCatalogue): PreviewProvider {
  const kept = new Map<string, ReturnType<PreviewProvider>>();
  let last: Promise<unknown> = Promise.resolve();

  async function read(name: string, objectName: string): ReturnType<PreviewProvider> {
    const provider = catalogue.get(name);
    if (!provider) return undefined;
    try {
      return await previewOf(provider, objectName);
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      throw new Problem('unprocessable', `The simulation of ${name} cannot be read: ${error.message}`);
    }
  }

  return function preview(name, objectName) {
    const key = JSON.stringify([name, objectName]);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = last.then(() => setImmediate()).then(() => read(name, objectName));
    // The caller gets the error of this preview. The next preview runs even if this preview fails.
    last = made.catch(() => {});
    kept.set(key, made);
    const [oldest = ''] = kept.keys();
    if (kept.size > MAX_CACHED_PREVIEWS) kept.delete(oldest);
    return made;
  };
}
