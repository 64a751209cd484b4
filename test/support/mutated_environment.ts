import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { activeMutation } from './active_mutation.ts';

/**
 * Environment variables for a process of dist/: it and all processes that it starts run with the mutation that is
 * active here. Empty when none is active; then the process runs the build unchanged.
 */
export function mutatedEnvironment(): Record<string, string> {
  const mutation = activeMutation();
  if (mutation === undefined) return {};
  const loader = `--import=${pathToFileURL(assetPath('test/mutations/register.mjs'))}`;
  return { MUTATION: mutation, NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${loader}`.trim() };
}
