import type { Deps } from './deps.ts';

export type PurgeUploads = ReturnType<typeof makePurgeUploads>;

const KEPT_MILLIS = 24 * 3_600_000;

/** A zip is there to be deployed, not to be kept: a revision holds what was in it. */
export function makePurgeUploads({ stores, clock }: Pick<Deps, 'stores' | 'clock'>) {
  return async function purgeUploads(): Promise<number> {
    return stores.uploads.removeBefore(clock.now() - KEPT_MILLIS);
  };
}
