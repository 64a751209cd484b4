/** The provider catalogue of the processes: the files that the build checked, with changed files checked again. */
import { StartFault } from '../../../lib/problem/start_fault.ts';
import { readProviderFile } from '../check/check.ts';
import { catalogueOf, type LoadOptions, type ProviderCatalogue } from './built_providers.ts';
import { summaryOf } from './provider_summary.ts';

export type { Provider } from '../file/provider.ts';
export type { ProviderCatalogue } from './built_providers.ts';

/**
 * Loads the package's provider files and the files of `extraDir`, which override package files of the same name. Throws
 * StartFault, which lists file, line and path of every fault.
 */
export function loadProviders(options: LoadOptions = {}): ProviderCatalogue {
  const faults: string[] = [];
  const catalogue = catalogueOf(options, (file, name, text) => {
    const { provider, faults: found } = readProviderFile(text);
    faults.push(...found.map(({ line, path, detail }) => `${file}:${line}: ${path ? `${path}: ` : ''}${detail}`));
    if (provider && provider.name !== name)
      faults.push(`${file}:1: name: the file is named ${name}, the provider ${provider.name}`);
    return provider && { summary: summaryOf(provider), load: () => provider };
  });
  if (faults.length > 0)
    throw new StartFault(`Correct or remove each provider file with a fault, then start again: ${faults.join('\n')}`);
  return catalogue;
}
