import { loadProviders, type Provider } from '../../connectors/engine/file/providers.ts';
import type { LabOptions } from './lab.ts';

/** The files that the lab serves; each is read when it is first asked for. */
export type ChosenProviders = { names: readonly string[]; get(name: string): Provider | undefined };

/** Throws when a name is no provider file. */
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
