import type { Clock } from '../../../../lib/time/clock.ts';
import type { Stores } from '../../operations/domain/stores.ts';

const BATCH = 200;

/** One bounded round of deleting expired provider responses. Returns true when there may be more. */
export function makeDropArchivedPages({ stores, clock }: { stores: Stores; clock: Clock }) {
  return async function dropArchivedPages(limit = BATCH): Promise<boolean> {
    return (await stores.archive.dropExpired(clock.now(), limit)) === limit;
  };
}
