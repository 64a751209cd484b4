import { providerInfo } from '../../../connectors/engine/catalogue/provider_info.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { stringifyJson } from '../../../lib/json/json.ts';

/** The JSON of each provider as the API shows it, and of all as one object. */
type ProviderTexts = { byName: ReadonlyMap<string, string>; all: string };

/** Returns a function that makes the texts at its first call, so that no start waits for them. */
export function providerTexts(catalogue: ProviderCatalogue): () => ProviderTexts {
  let made: ProviderTexts | undefined;
  return () => (made ??= textsOf(catalogue));
}

function textsOf(catalogue: ProviderCatalogue): ProviderTexts {
  const byName = new Map(catalogue.list().map((provider) => [provider.name, stringifyJson(providerInfo(provider))]));
  return { byName, all: `{${[...byName].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}` };
}
