import * as nodeModule from 'node:module';
import { assetPath } from '../assets/asset_path.ts';
import { useSourceMaps } from './source_stacks.ts';

type WithCache = { enableCompileCache?: (folder: string) => unknown };

/**
 * What a program does before it imports its bundle (docs/adr/0043). Node has a compile cache from 22.1 on. It lies in the
 * installation and not in the shared temporary folder, because it is code. Where nothing can be written, Node goes on
 * without it.
 */
export function beforeBundle(): void {
  (nodeModule as WithCache).enableCompileCache?.(assetPath('dist/compile_cache'));
  useSourceMaps(assetPath('dist/bundled'));
}
