import { readdirSync } from 'node:fs';
import type { ProviderCatalogue } from '../../connectors/engine/catalogue/built_providers.ts';
import { findProviders } from '../../connectors/engine/catalogue/find_providers.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { processEnvironment } from '../../lib/config/settings.ts';
import { sharedSettings } from '../../lib/config/shared_settings.ts';
import { similarName } from '../../lib/problem/similar_name.ts';
import { StartFault } from '../../lib/problem/start_fault.ts';
import { ServerFault } from '../server/server.ts';

/**
 * `ownFiles`: the folder of the user's provider files that were read, and the option or setting that named it; null if
 * none.
 */
export type FoundProviders = { catalogue: ProviderCatalogue; ownFiles: OwnFiles | null };
type OwnFiles = { folder: string; from: string };

const SETTING = sharedSettings.providersDir.name;

/**
 * The providers that a platform in this environment would have: the package's providers, and the providers in `dir`
 * (default: CAUSEWAY_PROVIDERS_DIR). Throws ServerFault if the folder cannot be read or a file has a fault.
 */
export async function foundProviders(dir: string | undefined): Promise<FoundProviders> {
  const ownFiles = ownFilesOf(dir);
  if (ownFiles) checkFolder(ownFiles);
  try {
    return { catalogue: await findProviders({ extraDir: ownFiles?.folder }), ownFiles };
  } catch (error) {
    if (error instanceof StartFault) throw new ServerFault(error.message);
    throw error;
  }
}

function ownFilesOf(dir: string | undefined): OwnFiles | null {
  if (dir !== undefined) return { folder: dir, from: '--dir' };
  const folder = processEnvironment()[SETTING];
  return folder ? { folder, from: SETTING } : null;
}

function checkFolder({ folder, from }: OwnFiles): void {
  try {
    readdirSync(folder);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new ServerFault(`The folder of provider files ${folder} (${from}) can't be read (${code}).`);
  }
}

/** A sentence that says which of the user's provider files were used. */
export function ownFilesText({ ownFiles }: FoundProviders): string {
  return ownFiles
    ? `Your own provider files are those of ${ownFiles.folder} (${ownFiles.from}).`
    : `No provider files of your own were looked at: name their folder with --dir or ${SETTING}.`;
}

/** The message for an unknown provider: which files were searched, and a similar name. */
export function unknownProvider(name: string, found: FoundProviders): { message: string; suggestion: string } {
  const meant = similarName(
    name,
    found.catalogue.list().map((one) => one.name),
  );
  const hint = meant === undefined ? 'Run `causeway providers list` for all names.' : `Did you mean ${meant}?`;
  return { message: `There is no provider named ${name}.`, suggestion: `${hint} ${ownFilesText(found)}` };
}

/** Finds a provider. Throws ServerFault if no file has this name. */
export function providerNamed(found: FoundProviders, name: string): Provider {
  const provider = found.catalogue.get(name);
  if (provider) return provider;
  const { message, suggestion } = unknownProvider(name, found);
  throw new ServerFault(`${message} ${suggestion}`);
}
