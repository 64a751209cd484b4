/**
 * The provider catalogue from the build. The provider files are two megabytes of YAML, mostly object tables, and a
 * process uses about one file in ten. So the build parses and checks them and writes one JSON file per provider, with
 * an index for GET /providers. Start-up reads the index only; a provider's JSON is read on its first use. A YAML file
 * whose hash differs from the index is parsed and checked again, so an edited file works without a build.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assetPath } from '../../../lib/assets/asset_path.ts';
import { hashOfText } from '../../../lib/assets/hash_of_text.ts';
import { StartFault } from '../../../lib/problem/start_fault.ts';
import type { Provider } from '../file/provider.ts';
import { COMPILED_FOLDER, type CompiledIndex } from './compiled.ts';
import { catalogueAtLab } from './lab_addresses.ts';
import type { ProviderSummary } from './provider_summary.ts';

export type ProviderCatalogue = {
  /** Finds a provider by its exact name. */
  get(name: string): Provider | undefined;
  /** All providers, sorted by name. */
  list(): ProviderSummary[];
  /** The names of sandbox providers that the catalogue leaves out. */
  withheld?: ReadonlySet<string>;
};

export type LoadOptions = {
  /** The folder of the user's own provider files. */
  extraDir?: string | undefined;
  /** The URL of the provider lab. If set, the URLs of every provider point to the lab. */
  labUrl?: string | undefined;
  /** Whether the catalogue has the sandbox providers. Default: yes. */
  sandbox?: boolean | undefined;
};
type Entry = { summary: ProviderSummary; load: () => Provider };

/** Reads a file that has changed since the build. `null`: the catalogue leaves the file out. */
type ReadChanged = (file: string, name: string, text: string) => Entry | null;

/** The catalogue of the package's files and the files of `extraDir`, which override package files of the same name. */
export function catalogueOf(
  { extraDir, labUrl, sandbox = true }: LoadOptions,
  readChanged: ReadChanged,
): ProviderCatalogue {
  const index = readIndex();
  const files = [...yamlFiles(assetPath('connectors/providers')), ...(extraDir ? yamlFiles(extraDir) : [])];
  const entries = new Map<string, Entry>();
  for (const file of files) {
    const entry = entryOf(file, index, readChanged);
    if (entry) entries.set(entry.summary.name, entry);
  }
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

function entryOf(file: string, index: CompiledIndex, readChanged: ReadChanged): Entry | null {
  const text = readFileSync(file);
  const name = basename(file).replace(/\.ya?ml$/, '');
  const known = Object.hasOwn(index, name) ? index[name] : undefined;
  const hash = hashOfText(text);
  if (known?.hash === hash) return { summary: known.summary, load: () => compiledProvider(name, hash) };
  return readChanged(file, name, text.toString('utf8'));
}

/** Parsed providers by text hash, shared by all services of the process. */
const loaded = new Map<string, Provider>();

function compiledProvider(name: string, hash: string): Provider {
  const before = loaded.get(hash);
  if (before) return before;
  const provider = JSON.parse(readFileSync(assetPath(`${COMPILED_FOLDER}/${name}.json`), 'utf8')) as Provider;
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
  const file = assetPath(`${COMPILED_FOLDER}/index.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CompiledIndex) : {};
}
