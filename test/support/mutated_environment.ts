import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { activeMutation } from './active_mutation.ts';

/**
 * The environment variables with which a process of dist/, and all processes that it starts, run with the active
 * mutation of this process. Empty when no mutation is active; then the process runs the build unchanged.
 */
export function mutatedEnvironment(): Record<string, string> {
  const mutation = activeMutation();
  if (mutation === undefined) return {};
  const loader = `--import=${pathToFileURL(assetPath('test/mutations/register.mjs'))}`;
  return { MUTATION: mutation, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${loader}`.trim() };
}
