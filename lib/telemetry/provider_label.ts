import { readdirSync } from 'node:fs';
import { assetPath } from '../assets/asset_path.ts';

let knownProviders: ReadonlySet<string> | undefined;

/** The label of a provider in metrics: its name if the package has its file, otherwise `custom`. */
export function providerLabel(name: string): string {
  knownProviders ??= new Set(
    readdirSync(assetPath('connectors/providers')).map((file) => file.replace(/\.ya?ml$/, '')),
  );
  return knownProviders.has(name) ? name : 'custom';
}
