import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import { sealWebhook } from './webhook_headers.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { DestinationStore } from '../domain/destination.ts';

type Stores = { destinations: DestinationStore };
type Deps = { stores: Transacting<Stores>; sealer: Sealer };
export type SealHeaders = ReturnType<typeof makeSealHeaders>;

const AT_ONCE = 100;

/**
 * Seals the headers that earlier versions stored in clear, some rows per call and from the first row on after the last.
 * Idempotent, and may stop anywhere. Returns whether there may be more.
 */
export function makeSealHeaders({ stores, sealer }: Deps) {
  let after = '';

  return async function sealHeaders(): Promise<boolean> {
    const last = await stores.transaction(async (s) => {
      const destinations = await s.destinations.lockWithClearHeaders(after, AT_ONCE);
      for (const destination of destinations) {
        const { projectId, id, metadata, updateTime } = destination;
        if (metadata.headers)
          await s.destinations.update(projectId, id, { ...sealWebhook(metadata, destination, sealer), updateTime });
      }
      return destinations.length === AT_ONCE ? destinations.at(-1)?.id : undefined;
    });
    after = last ?? '';
    return last !== undefined;
  };
}
