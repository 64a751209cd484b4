/**
 * The provider catalogue. The files are two megabytes of YAML, mostly object tables, and a process uses about one in
 * ten of them. So the build parses and checks them and writes one JSON file per provider, with an index for GET
 * /providers. Start-up reads the index only; a provider's JSON is read on its first use. A YAML file whose hash differs
 * from the index is parsed and checked again, so an edited file works without a build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assetPath } from '../../../lib/assets/asset_path.ts';
import { hashOfText } from '../../../lib/assets/hash_of_text.ts';
import { StartFault } from '../../../lib/problem/start_fault.ts';
import { readProviderFile } from '../check/check.ts';
import { COMPILED, type CompiledIndex } from './compiled.ts';
import { catalogueAtLab } from './lab_addresses.ts';
import type { Provider } from '../file/provider.ts';
import { summaryOf, type ProviderSummary } from './provider_summary.ts';

export type { Provider } from '../file/provider.ts';

export type ProviderCatalogue = {
  /** Finds a provider by its exact name. */
  get(name: string): Provider | undefined;
  /** All providers, sorted by name. */
  list(): ProviderSummary[];
  /** The names of sandbox providers that are left out. */
  withheld?: ReadonlySet<string>;
};

type LoadOptions = {
  extraDir?: string | undefined;
  /** The URL of the provider lab. If set, every provider points there. */
  labUrl?: string | undefined;
  /** Whether the catalogue has the sandbox providers. Default: yes. */
  sandbox?: boolean | undefined;
};
type Entry = { summary: ProviderSummary; load: () => Provider };

/**
 * Loads the package's provider files and those of `extraDir`, which win over files of the same name. Throws an Error
 * that lists file, line and path of every fault.
 */
export function loadProviders({ extraDir, labUrl, sandbox = true }: LoadOptions = {}): ProviderCatalogue {
  const index = readIndex();
  const files = [...yamlFiles(assetPath('connectors/providers')), ...(extraDir ? yamlFiles(extraDir) : [])];
  const faults: string[] = [];
  const entries = new Map<string, Entry>();
  for (const file of files) {
    const entry = entryOf(file, index, faults);
    if (entry) entries.set(entry.summary.name, entry);
  }
  if (faults.length > 0)
    throw new StartFault(`Correct or remove each provider file with a fault, then start again: ${faults.join('\n')}`);
  const withheld = sandbox ? [] : [...entries.values()].filter(({ summary }) => summary.sandbox);
  for (const { summary } of withheld) entries.delete(summary.name);
  const sorted = [...entries.values()].map(({ summary }) => summary).sort((a, b) => (a.name < b.name ? -1 : 1));
  const catalogue = {
    get: (name: string) => entries.get(name)?.load(),
    list: () => [...sorted],
    withheld: namesOf(withheld),
  };
  return labUrl === undefined ? catalogue : catalogueAtLab(catalogue, labUrl);
}

function namesOf(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(entries.map(({ summary }) => summary.name));
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

/** Parsed providers by text hash, shared by all services of the process. */
const loaded = new Map<string, Provider>();

function compiledProvider(name: string, hash: string): Provider {
  const before = loaded.get(hash);
  if (before) return before;
  const provider = JSON.parse(readFileSync(assetPath(`${COMPILED}/${name}.json`), 'utf8')) as Provider;
  loaded.set(hash, provider);
  return provider;
}

function yamlFiles(folder: string): string[] {
  return listed(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => join(folder, file));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (err) {
    throw new StartFault(
      `The folder of provider files ${folder} cannot be read (${(err as { code?: string }).code}). Create it, or correct CAUSEWAY_PROVIDERS_DIR.`,
      { cause: err },
    );
  }
}

function readIndex(): CompiledIndex {
  const file = assetPath(`${COMPILED}/index.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CompiledIndex) : {};
}
