import { readFileSync } from 'node:fs';
import { assetPath } from '../../lib/assets/asset_path.ts';

/** The version of Causeway that runs here. The API has a version of its own (`info.version` of openapi.yaml). */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(assetPath('package.json'), 'utf8')) as { version: string }).version;
}
