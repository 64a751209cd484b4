import * as nodeModule from 'node:module';
import { assetPath } from '../assets/asset_path.ts';
import { useSourceMaps } from './source_stacks.ts';

type WithCache = { enableCompileCache?: (folder: string) => unknown };

/**
 * Prepares a program before it imports its bundle (docs/adr/0043). Node has a compile cache from 22.1 on. The cache
 * contains code, so it is in the installation's folder, not in the shared temporary folder. If the folder cannot be
 * written, Node continues without a cache.
 */
export function beforeBundle(): void {
  (nodeModule as WithCache).enableCompileCache?.(assetPath('dist/compile_cache'));
  useSourceMaps(assetPath('dist/bundled'));
}
