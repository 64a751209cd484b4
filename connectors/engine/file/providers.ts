/**
 * The catalogue of providers. Its files make two megabytes of YAML, most of it tables of objects that one provider in
 * ten is ever asked for, so the build parses and checks them and leaves each as JSON of its own, with an index of what
 * GET /providers shows. Start-up reads the index; a provider's own file is read when the provider is first asked for. A
 * file whose text is another than the build has seen is parsed and checked again, so editing one needs no build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assetPath } from '../../../lib/assets/asset_path.ts';
import { hashOfText } from '../../../lib/assets/hash_of_text.ts';
import { readProviderFile } from './check.ts';
import { COMPILED, type CompiledIndex } from './compiled.ts';
import { catalogueAtLab } from './lab_addresses.ts';
import type { Provider } from './provider.ts';
import { summaryOf, type ProviderSummary } from './provider_summary.ts';

export type { Provider } from './provider.ts';

export type ProviderCatalogue = {
  /** By its exact name. */
  get(name: string): Provider | undefined;
  /** Sorted by name. */
  list(): ProviderSummary[];
};

type LoadOptions = {
  extraDir?: string | undefined;
  /** Every provider lies in the provider lab at this address. */
  labUrl?: string | undefined;
};
type Entry = { summary: ProviderSummary; load: () => Provider };

/**
 * Every provider file of the package, and those of `extraDir`, which win. Throws an Error that names file, line and
 * path of every fault.
 */
export function loadProviders({ extraDir, labUrl }: LoadOptions = {}): ProviderCatalogue {
  const index = readIndex();
  const files = [...yamlFiles(assetPath('connectors/providers')), ...(extraDir ? yamlFiles(extraDir) : [])];
  const faults: string[] = [];
  const entries = new Map<string, Entry>();
  for (const file of files) {
    const entry = entryOf(file, index, faults);
    if (entry) entries.set(entry.summary.name, entry);
  }
  if (faults.length > 0) throw new Error(`Provider files with faults:\n${faults.join('\n')}`);
  const sorted = [...entries.values()].map(({ summary }) => summary).sort((a, b) => (a.name < b.name ? -1 : 1));
  const catalogue = { get: (name: string) => entries.get(name)?.load(), list: () => [...sorted] };
  return labUrl === undefined ? catalogue : catalogueAtLab(catalogue, labUrl);
}

function entryOf(file: string, index: CompiledIndex, faults: string[]): Entry | null {
  const text = readFileSync(file);
  const name = basename(file).replace(/\.ya?ml$/, '');
  const known = Object.hasOwn(index, name) ? index[name] : undefined;
  const hash = hashOfText(text);
  if (known?.hash === hash) return { summary: known.summary, load: () => compiledProvider(name, hash) };
  const { provider, faults: found } = readProviderFile(text.toString('utf8'));
  faults.push(...found.map(({ line, path, detail }) => `${file}:${line}: ${path ? `${path}: ` : ''}${detail}`));
  if (provider && provider.name !== name)
    faults.push(`${file}:1: name: the file is named ${name}, the provider ${provider.name}`);
  return provider && { summary: summaryOf(provider), load: () => provider };
}

/** What was asked for before, by the hash of its text: several services of one process share it. */
const loaded = new Map<string, Provider>();

function compiledProvider(name: string, hash: string): Provider {
  const before = loaded.get(hash);
  if (before) return before;
  const provider = JSON.parse(readFileSync(assetPath(`${COMPILED}/${name}.json`), 'utf8')) as Provider;
  loaded.set(hash, provider);
  return provider;
}

function yamlFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function readIndex(): CompiledIndex {
  const file = assetPath(`${COMPILED}/index.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CompiledIndex) : {};
}
