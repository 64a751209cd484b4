import type { UploadStore } from '../domain/upload.ts';
import type { Clock } from '../../../../lib/time/clock.ts';

type Deps = { stores: { uploads: UploadStore }; clock: Clock };

export type PurgeUploads = ReturnType<typeof makePurgeUploads>;

const KEPT_MS = 24 * 3_600_000;
const BATCH = 100;

/** Deletes uploads after a day. A revision already holds the manifest of a deployed one. */
export function makePurgeUploads({ stores, clock }: Deps) {
  return async function purgeUploads(limit = BATCH): Promise<number> {
    return stores.uploads.removeBefore(clock.now() - KEPT_MS, limit);
  };
}
