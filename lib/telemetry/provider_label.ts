import { readdirSync } from 'node:fs';
import { assetPath } from '../assets/asset_path.ts';

let known: ReadonlySet<string> | undefined;

/** The name of a provider as a label of metrics: a file of the package by its name, any other as `custom`. */
export function providerLabel(name: string): string {
  known ??= new Set(readdirSync(assetPath('connectors/providers')).map((file) => file.replace(/\.ya?ml$/, '')));
  return known.has(name) ? name : 'custom';
}
