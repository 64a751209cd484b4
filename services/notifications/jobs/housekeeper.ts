import type { Log } from '../../../lib/log/log.ts';
import { startLoop } from '../../../lib/loop/loop.ts';
import type { UseCases } from '../use_cases.ts';

export type Housekeeper = { wake(): void; stop(): Promise<void> };

const POLL = 1_000;
/**
 * How long secrets in clear stay so after a start, ms. While an upgrade is rolling, processes of the earlier version
 * still deliver, and they know only secrets in clear.
 */
const SEAL_AFTER = 10 * 60_000;

/**
 * Holds or cancels the queues of disabled and deleted destinations, and releases those of active ones. Safe to run in
 * many replicas.
 */
export function startHousekeeper({ useCases, log }: { useCases: UseCases; log: Log }): Housekeeper {
  const steps = [
    useCases.closeDeliveries,
    useCases.releaseHolds,
    useCases.expireHolds,
    useCases.announceDestinations,
    every(SEAL_AFTER, useCases.sealClearSecrets),
  ];
  return startLoop({
    name: 'housekeeping',
    everyMs: POLL,
    log,
    async round() {
      let mayBeMore = false;
      for (const step of steps) mayBeMore = (await step()) || mayBeMore;
      return mayBeMore;
    },
  });
}

/** Runs the step until it is done, for the first time after `ms`, and again after the same time. */
function every(ms: number, step: () => Promise<boolean>): () => Promise<boolean> {
  let due = performance.now() + ms;
  return async () => {
    if (performance.now() < due) return false;
    const mayBeMore = await step();
    if (!mayBeMore) due = performance.now() + ms;
    return mayBeMore;
  };
}
