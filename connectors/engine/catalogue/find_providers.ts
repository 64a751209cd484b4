import { catalogueOf, type LoadOptions, type ProviderCatalogue } from './built_providers.ts';

/**
 * The catalogue, for a command. Parsing and checking a file (providers.ts) needs a YAML parser and a schema compiler,
 * which take longer to load than most commands run. So both are loaded only if a file has changed since the build.
 */
export async function findProviders(options: LoadOptions = {}): Promise<ProviderCatalogue> {
  let isChanged = false;
  const catalogue = catalogueOf(options, () => {
    isChanged = true;
    return null;
  });
  return isChanged ? (await import('./providers.ts')).loadProviders(options) : catalogue;
}
