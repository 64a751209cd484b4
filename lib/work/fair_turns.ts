/**
 * Decides which owner's operation runs next: deficit round-robin over owners. So an owner with much or slow work does
 * not make the others wait longer.
 *
 * Deficit round-robin cycles through the owners that have work and gives each a *time slice* per round. An owner that
 * used three slices skips the next two rounds. Here one number per owner, the `turn`, replaces round and deficit: the
 * slot time charged to the owner, in ms. The owner with the lowest turn runs next. Over time all owners with work get
 * the same slot time; the difference is at most one slice plus the step that ran longer than the slice. No owner
 * starves, because the turns of all others grow.
 *
 * - *The owner has a turn, an operation has none.* So when 600 operations of an owner become ready at once, only one
 *   row changes, and no operation has a stale turn when it is claimed. Of one owner's operations, the oldest runs
 *   first, or the operation with the lowest priority number (tables.ts).
 * - *Charge first, settle later.* A claim charges a whole time slice, so that several slots dealt at once go to
 *   different owners. When the slot is freed, the unused part is returned. If the worker dies, nothing is returned.
 * - *Only time during which another owner waits is charged.* A slot's clock runs only while another owner is in line.
 *   So an operation that ran alone for an hour is not charged for this hour, and does not yield while no other owner
 *   waits.
 * - *An owner cannot save up idle time.* An owner that comes back with nothing running starts at the turn of the first
 *   in line, or at its own old turn if that is higher. So it gains nothing by leaving the line.
 * - *No operation skips the line.* Parked operations that are due, and operations of a dead worker, become ready first
 *   and are then claimed in their owner's turn.
 * - *The last free slot of a process is reserved for an owner that has no slot in this process.* So during a burst of
 *   other owners, a new owner starts at once, without waiting for a step to end.
 */

type OwnerTurn = { ownerId: string; turn: number };

export type ClaimOptions = {
  /** The slot time that a claim charges in advance, ms. */
  timeSliceMs: number;
  /** The owners that hold a slot of this process. */
  holders: readonly string[];
  /** Whether the last slot is reserved for an owner that holds no slot. */
  reservesLast: boolean;
};

/** With these options, every slot is open to any owner. */
export const DEFAULT_CLAIM_OPTIONS: ClaimOptions = { timeSliceMs: 1_000, holders: [], reservesLast: false };

/**
 * Deals the slots one by one, each to the lowest turn, which then grows by a time slice. Returns slots per owner id.
 */
export function dealSlots(line: readonly OwnerTurn[], slots: number, timeSliceMs: number): Map<string, number> {
  const turns = line.map((one) => ({ ...one }));
  const dealt = new Map<string, number>();
  for (let left = turns.length > 0 ? slots : 0; left > 0; left -= 1) {
    const next = turns.reduce((first, one) => (one.turn < first.turn ? one : first));
    dealt.set(next.ownerId, (dealt.get(next.ownerId) ?? 0) + 1);
    next.turn += Math.max(timeSliceMs, 1);
  }
  return dealt;
}
