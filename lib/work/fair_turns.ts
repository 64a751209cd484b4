/**
 * Decides who runs next: deficit round-robin over owners. How much work one owner has, and how slow it is, does not
 * decide how long another waits.
 *
 * Deficit round-robin cycles through the owners that have work and gives each a *time slice* per round. An owner that
 * used more skips as many rounds as that takes. Round and deficit are one number here, the owner's `turn`: the slot time
 * charged to it, in ms. The lowest turn runs next. A time slice adds one slice to the turn, which is one round; a step
 * that took three adds three. So over time all owners with work get the same slot time, whatever their steps cost, to
 * within a slice and the step that overruns it. None starves, because the turns of all others grow.
 *
 * - *The account belongs to the owner, not the operation.* Operations hold no number that could be stale when they are
 *   claimed: 600 operations that become ready at once change one row. Within an owner the oldest runs first, or the
 *   lowest priority number (tables.ts).
 * - *Charge first, settle later.* A claim charges a whole time slice, so that several slots dealt at once go to different
 *   owners. When the slot is freed, the unused part is returned. A worker that dies has used all of it.
 * - *Time that nobody waited for is free.* A slot's clock runs only while another owner is in line. So an operation that
 *   ran alone for an hour owes nothing to the next owner, and never yields when nobody waits.
 * - *An empty queue has no deficit.* An owner that returns with nothing running starts at the turn of the first in line.
 *   It never starts below its own old turn, so leaving gains nothing; it never starts far below the others, so idle time
 *   is not saved up.
 * - *Everyone queues.* Parked operations that are due, and operations of a dead worker, become ready first and are then
 *   claimed in their owner's turn. 600 operations of one owner due in the same second are a burst like any other.
 * - *The last free slot of a process is reserved for an owner that has none there.* So a burst, or two, leave room for a
 *   newcomer to start at once, without waiting for one of their steps to end.
 */
type Turn = { ownerId: string; turn: number };

/** How a worker claims. By default the lowest turn runs first and every slot is open to any owner. */
export type Dealing = {
  /** The slot time that a claim charges in advance, ms. */
  timeSliceMs: number;
  /** The owners that hold a slot of this process. */
  holders: readonly string[];
  /** Whether the last slot is reserved for an owner that holds none. */
  keepsLast: boolean;
};

export const EVERY_SLOT: Dealing = { timeSliceMs: 1_000, holders: [], keepsLast: false };

/** Deals the slots one by one, each to the lowest turn, which then grows by a time slice. Returns slots per owner id. */
export function dealSlots(line: readonly Turn[], slots: number, timeSliceMs: number): Map<string, number> {
  const turns = line.map((one) => ({ ...one }));
  const dealt = new Map<string, number>();
  for (let left = turns.length > 0 ? slots : 0; left > 0; left -= 1) {
    const next = turns.reduce((first, one) => (one.turn < first.turn ? one : first));
    dealt.set(next.ownerId, (dealt.get(next.ownerId) ?? 0) + 1);
    next.turn += Math.max(timeSliceMs, 1);
  }
  return dealt;
}
