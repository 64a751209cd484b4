import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { readProviderFile } from './check.ts';
import type { Provider } from './provider.ts';

export type { Provider } from './provider.ts';

export type ProviderCatalogue = {
  /** By its exact name. */
  get(name: string): Provider | undefined;
  /** Sorted by name. */
  list(): Provider[];
};

/** Where the build leaves the files that it has parsed and checked, by the hash of their text. */
export const COMPILED = 'dist/connectors/catalogue.json';
export type Compiled = Record<string, { hash: string; provider: Provider }>;

/**
 * Every provider file of the package, and those of `extraDir`, which win. Throws an Error that names file, line and
 * path of every fault. Parsing YAML takes a second for all of them, so a file whose text the build has seen is taken
 * from what the build made of it; a changed one is parsed and checked again.
 */
export function loadProviders({ extraDir }: { extraDir?: string | undefined } = {}): ProviderCatalogue {
  const compiled = readCompiled();
  const files = [...yamlFiles(assetPath('connectors/providers')), ...(extraDir ? yamlFiles(extraDir) : [])];
  const faults: string[] = [];
  const providers = new Map<string, Provider>();
  for (const file of files) {
    const provider = loadFile(file, compiled, faults);
    if (provider) providers.set(provider.name, provider);
  }
  if (faults.length > 0) throw new Error(`Provider files with faults:\n${faults.join('\n')}`);
  const sorted = [...providers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { get: (name) => providers.get(name), list: () => [...sorted] };
}

/** The parsed and checked files of the package, for the build to write down. */
export function compileProviders(): Compiled {
  const { list } = loadProviders();
  const folder = assetPath('connectors/providers');
  return Object.fromEntries(
    list().map((provider) => {
      const text = readFileSync(join(folder, `${provider.name}.yaml`), 'utf8');
      return [provider.name, { hash: hashOf(text), provider }];
    }),
  );
}

function loadFile(file: string, compiled: Compiled, faults: string[]): Provider | null {
  const text = readFileSync(file, 'utf8');
  const name = basename(file).replace(/\.ya?ml$/, '');
  const known = compiled[name];
  if (known?.hash === hashOf(text)) return known.provider;
  const { provider, faults: found } = readProviderFile(text);
  faults.push(...found.map(({ line, path, detail }) => `${file}:${line}: ${path ? `${path}: ` : ''}${detail}`));
  if (provider && provider.name !== name)
    faults.push(`${file}:1: name: the file is named ${name}, the provider ${provider.name}`);
  return provider;
}

function yamlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function readCompiled(): Compiled {
  const file = assetPath(COMPILED);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Compiled) : {};
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
