import { loadProviders, type Provider } from '../../connectors/engine/catalogue/providers.ts';
import type { LabOptions } from './lab.ts';

/** The providers that the lab serves, by name. `get`: undefined for a provider that was not chosen. */
type ChosenProviders = { names: readonly string[]; get(name: string): Provider | undefined };

/** Selects the providers to serve. Throws an Error for an unknown name. */
export function chosenProviders({ providers, providersDir }: LabOptions): ChosenProviders {
  const facts = new Map((providers ?? []).flatMap((one) => (typeof one === 'string' ? [] : [[one.name, one]])));
  const asked = providers?.filter((one) => typeof one === 'string');
  if (asked?.length === 0) return { names: [...facts.keys()], get: (name) => facts.get(name) };
  const catalogue = loadProviders({ extraDir: providersDir });
  const known = catalogue.list().map(({ name }) => name);
  const missing = asked?.find((name) => !known.includes(name));
  if (missing !== undefined) throw new Error(`There is no provider file ${missing}.`);
  const names = [...facts.keys(), ...(asked ?? known)];
  return {
    names,
    get: (name) => facts.get(name) ?? (names.includes(name) ? catalogue.get(name) : undefined),
  };
}
