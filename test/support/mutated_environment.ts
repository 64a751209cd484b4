import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { assetPath } from '../../lib/assets/asset_path.ts';
import { mutations } from '../mutations/catalogue.mjs';
import { wovenPrograms } from '../mutations/woven_programs.mjs';
import { activeMutation } from './active_mutation.ts';

/**
 * The environment variables with which a process of dist/, and all processes that it starts, run with the active
 * mutation of this process. Empty when no mutation is active; then the process runs the build unchanged.
 */
export function mutatedEnvironment(): Record<string, string> {
  const mutation = activeMutation();
  return mutation === undefined ? {} : environmentOf(mutation);
}

let folder: string | undefined;

/** The same for a mutation by name. Throws RangeError for an unknown one, before a process starts. */
export function environmentOf(mutation: string): Record<string, string> {
  if (!mutations.some(({ name }) => name === mutation)) throw new RangeError(`There is no mutation "${mutation}".`);
  folder ??= wovenPrograms();
  const loader = `--import=${pathToFileURL(assetPath('test/mutations/register.mjs'))}`;
  const options = `${process.env['NODE_OPTIONS'] ?? ''} ${loader}`.trim();
  return { MUTATION: mutation, WOVEN_FOLDER: folder, NODE_OPTIONS: options };
}
