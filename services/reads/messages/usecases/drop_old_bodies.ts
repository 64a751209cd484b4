import type { Clock } from '../../../../lib/time/clock.ts';
import type { Stores } from '../../operations/domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; retentionMs: number };

const BATCH = 200;

/** One bounded round of deleting message bodies after their retention. Returns true when there may be more. */
export function makeDropOldBodies({ stores, clock, retentionMs }: Deps) {
  return async function dropOldBodies(limit = BATCH): Promise<boolean> {
    return (await stores.messages.dropBodies(clock.now() - retentionMs, limit)) === limit;
  };
}

export type DropOldBodies = ReturnType<typeof makeDropOldBodies>;
