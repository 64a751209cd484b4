import type { LoopDefinition } from '../../../lib/loop/loops.ts';
import type { UseCases } from '../use_cases.ts';

const POLL_MS = 1_000;
/** The interval of a loop for rows that only an upgrade leaves behind, so there is rarely work. */
const UPGRADE_POLL_MS = 10_000;
/**
 * The wait before the first round of sealing clear-text secrets, and the interval of the rounds, in ms. The wait lets a
 * rolling upgrade finish: processes of the earlier version still deliver, and they can read only clear-text secrets.
 */
const SEAL_AFTER_MS = 10 * 60_000;

/**
 * The loops that a change of a destination wakes. They hold, cancel, release or resend the messages of the destination.
 */
export const QUEUE_LOOPS = ['closings', 'releases', 'recoveries'] as const;

/** The background loops of the service `notifications`, except the worker, the purger and the events. */
export function loops(useCases: UseCases): LoopDefinition[] {
  return [
    { name: 'closings', everyMs: POLL_MS, round: useCases.closeDeliveries },
    { name: 'releases', everyMs: POLL_MS, round: useCases.releaseHolds },
    { name: 'recoveries', everyMs: POLL_MS, round: useCases.recoverDeliveries },
    { name: 'probes', everyMs: POLL_MS, round: useCases.probeDestinations },
    { name: 'expired holds', everyMs: POLL_MS, round: useCases.expireHolds },
    { name: 'failing destinations', everyMs: POLL_MS, round: useCases.reportFailing },
    { name: 'unannounced destinations', everyMs: UPGRADE_POLL_MS, round: useCases.announceDestinations },
    { name: 'clear secrets', everyMs: SEAL_AFTER_MS, firstAfterMs: SEAL_AFTER_MS, round: useCases.sealClearSecrets },
  ];
}
