/**
 * Every list must declare its paging: in the object, its style, the module or `reading` (`kind: none` if there is only
 * one page). Otherwise the engine would have to guess the end of the list.
 */
import { ProviderFailure } from '../answer/failure.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { Provider, ReadSpec } from '../file/provider.ts';

type NamedSpec = { name: string; spec: ReadSpec };

/**
 * Whether the file declares the object's paging. Parts have their own paging; a single record needs none. The results
 * of a job do not inherit the paging of the object, except `none`.
 */
export function declaresPaging({ paging, parts, single, job }: ReadSpec): boolean {
  if (job) return job.results.paging !== undefined || [paging].flat().some((way) => way?.kind === 'none');
  return paging !== undefined || parts !== undefined || single === true;
}

/** Throws ProviderFailure `badRequest` if the file marks the object as unreadable, or declares no paging for it. */
export function assertReadable(provider: Provider, { name, spec }: NamedSpec): void {
  if (spec.unreadable !== undefined)
    throw new ProviderFailure('badRequest', `"${name}" of ${provider.displayName} cannot be read. ${spec.unreadable}`);
  if (declaresPaging(spec)) return;
  throw new ProviderFailure(
    'badRequest',
    `The provider file of ${provider.displayName} names no paging for "${name}". Add \`paging\` to the object or to \`reading\` ` +
      '(`kind: none` if there is only one page), and run `causeway providers check`.',
  );
}

export function pagingOf({ paging = { kind: 'none' } }: Pick<ReadSpec, 'paging'>): Paging | Paging[] {
  return paging;
}
