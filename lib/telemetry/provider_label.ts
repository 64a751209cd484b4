import { readdirSync } from 'node:fs';
import { assetPath } from '../assets/asset_path.ts';

let known: ReadonlySet<string> | undefined;

/** The label of a provider in metrics: its name if the package has its file, otherwise `custom`. */
export function providerLabel(name: string): string {
  known ??= new Set(readdirSync(assetPath('connectors/providers')).map((file) => file.replace(/\.ya?ml$/, '')));
  return known.has(name) ? name : 'custom';
}
