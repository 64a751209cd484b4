import type { LoopRow } from '../../../lib/loop/loops.ts';
import type { UseCases } from '../use_cases.ts';

const POLL = 1_000;
/**
 * How long secrets in clear stay so after a start, ms. While an upgrade is rolling, processes of the earlier version
 * still deliver, and they know only secrets in clear.
 */
const SEAL_AFTER = 10 * 60_000;

/** The loops that a change of a destination wakes: they hold, cancel, release and recover its queue. */
export const QUEUES = ['closings', 'releases', 'recoveries'] as const;

/** Everything that notifications does without a caller, except the worker, the purger and the events. */
export function loops(useCases: UseCases): LoopRow[] {
  return [
    { name: 'closings', everyMs: POLL, round: useCases.closeDeliveries },
    { name: 'releases', everyMs: POLL, round: useCases.releaseHolds },
    { name: 'recoveries', everyMs: POLL, round: useCases.recoverDeliveries },
    { name: 'probes', everyMs: POLL, round: useCases.probeDestinations },
    { name: 'expired holds', everyMs: POLL, round: useCases.expireHolds },
    { name: 'failing destinations', everyMs: POLL, round: useCases.tellFailing },
    { name: 'unannounced destinations', everyMs: POLL, round: useCases.announceDestinations },
    { name: 'clear secrets', everyMs: SEAL_AFTER, firstAfterMs: SEAL_AFTER, round: useCases.sealClearSecrets },
  ];
}
