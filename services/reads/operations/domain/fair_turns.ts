/**
 * Decides who runs next: deficit round-robin over installations. How much work one installation has, and how slow it
 * is, does not decide how long another waits.
 *
 * Deficit round-robin cycles through the installations that have work and gives each a *quantum* of slot time per
 * round. An installation that used more skips as many rounds as that takes. Round and deficit are one number here, the
 * installation's `turn`: the slot time charged to it, in ms. The lowest turn runs next. A quantum adds one quantum to
 * the turn, which is one round; a page that took three adds three. So over time all installations with work get the
 * same slot time, whatever their pages cost, to within a quantum and the page that overruns it. None starves, because
 * the turns of all others grow.
 *
 * - *The account belongs to the installation, not the operation.* Operations hold no number that could be stale when
 *   they are claimed: 600 operations that become ready at once change one row. Within an installation the oldest runs
 *   first.
 * - *Charge first, settle later.* A claim charges a whole quantum, so that several slots dealt at once go to different
 *   installations. When the slot is freed, the unused part is returned. A worker that dies has used all of it.
 * - *Time that nobody waited for is free.* A slot's clock runs only while another installation is in line. So an
 *   operation that ran alone for an hour owes nothing to the next installation, and never yields when nobody waits.
 * - *An empty queue has no deficit.* An installation that returns with nothing running starts at the turn of the first
 *   in line. It never starts below its own old turn, so leaving gains nothing; it never starts far below the others, so
 *   idle time is not saved up.
 * - *Everyone queues.* Parked operations that are due, and operations of a dead worker, become ready first and are then
 *   claimed in their installation's turn. 600 operations of one installation due in the same second are a burst like
 *   any other.
 * - *The last free slot of a process is reserved for an installation that has none there.* So a burst, or two, leave
 *   room for a newcomer to start at once, without waiting for one of their pages to end.
 */
export type Turn = { installationId: string; turn: number };

/** How a worker claims. By default the lowest turn runs first and every slot is open to any installation. */
export type Dealing = {
  /** The slot time that a claim charges in advance, ms. */
  timeSliceMs: number;
  /** The installations that hold a slot of this process. */
  holders: readonly string[];
  /** Whether the last slot is reserved for an installation that holds none. */
  keepsLast: boolean;
};

export const EVERY_SLOT: Dealing = { timeSliceMs: 1_000, holders: [], keepsLast: false };

/**
 * Deals the slots one by one, each to the lowest turn, which then grows by a quantum. Returns slots per installation
 * id.
 */
export function dealSlots(line: readonly Turn[], slots: number, timeSliceMs: number): Map<string, number> {
  const turns = line.map((one) => ({ ...one }));
  const dealt = new Map<string, number>();
  for (let left = turns.length > 0 ? slots : 0; left > 0; left -= 1) {
    const next = turns.reduce((first, one) => (one.turn < first.turn ? one : first));
    dealt.set(next.installationId, (dealt.get(next.installationId) ?? 0) + 1);
    next.turn += Math.max(timeSliceMs, 1);
  }
  return dealt;
}
