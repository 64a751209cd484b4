import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; retentionMillis: number };

const BATCH = 200;

/** One bounded round of forgetting bodies whose retention is over. True when there may be more. */
export function makeDropOldBodies({ stores, clock, retentionMillis }: Deps) {
  return async function dropOldBodies(): Promise<boolean> {
    return (await stores.messages.dropBodies(clock.now() - retentionMillis, BATCH)) === BATCH;
  };
}

export type DropOldBodies = ReturnType<typeof makeDropOldBodies>;
