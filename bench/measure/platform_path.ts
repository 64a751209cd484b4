import { join, resolve } from 'node:path';
import process from 'node:process';
import { assetPath } from '../../lib/assets/asset_path.ts';

/**
 * A path in the code under measurement: this package, or the built one in `CAUSEWAY_BENCH_ROOT`, so that this harness
 * can measure the code of another commit. Floors, receivers and providers are always of this package.
 */
export function platformPath(relative: string): string {
  const root = process.env['CAUSEWAY_BENCH_ROOT'];
  return root ? join(resolve(root), relative) : assetPath(relative);
}
