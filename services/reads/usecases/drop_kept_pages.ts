import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

const BATCH = 200;

/** One bounded round of forgetting what providers answered and whose time is over. True when there may be more. */
export function makeDropKeptPages({ stores, clock }: { stores: Stores; clock: Clock }) {
  return async function dropKeptPages(): Promise<boolean> {
    return (await stores.kept.dropExpired(clock.now(), BATCH)) === BATCH;
  };
}
