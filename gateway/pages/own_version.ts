import { readFileSync } from 'node:fs';
import { assetPath } from '../../lib/assets/asset_path.ts';

/** The version of this Causeway. The API has its own version (`info.version` of openapi.yaml). */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(assetPath('package.json'), 'utf8')) as { version: string }).version;
}
