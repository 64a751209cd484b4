/**
 * Who is served next: deficit round-robin over installations, so that what one of them has to do, however much and
 * however slow, does not decide how long another waits.
 *
 * Deficit round-robin goes round the installations that have something to do, gives each a *quantum* of slot time a
 * round, and has one that used more sit out as many rounds as it takes. Round and deficit are one number here, the
 * installation's `turn`: the slot time that was counted against it, in ms. Whoever has the least goes next. Being
 * served for a quantum moves it a quantum back, which is once round the others; a page that took three moves it back
 * three. So over time all get the same slot time while they have work, whatever their pages cost, to within a quantum
 * and the page that runs over it; and none can be passed over for ever, since every turn but its own grows.
 *
 * - *The account is the installation's, not the operation's.* Operations have no number that could be wrong by the time
 *   they are reached: 600 that become ready at once change one row. Within an installation the oldest is first.
 * - *Charged before, settled after.* A claim counts a whole quantum, so that several slots given at once go round; when
 *   the slot comes back what was not used is given back. A worker that dies has used it all.
 * - *What nobody waited for is free.* The clock of a slot runs only while another installation stands in line.
 *   So an operation that was alone for an hour owes nothing to whoever comes then, and never yields to nobody.
 * - *An empty queue has no deficit.* Who comes back with nothing running starts at the turn of the first in line
 *   (never behind its own, so going away pays nothing; never far before the others, so being away saves nothing up).
 * - *Everybody queues.* What was parked and is due, and what a dead worker left, becomes ready first and is claimed in
 *   its installation's turn: 600 of one installation due in the same second are a flood like any other.
 * - *The last free slot of a process is for an installation that has none there*, so that a flood, or two, leave room
 *   for whoever comes: at once, and not when a page of theirs ends.
 */
export type Turn = { installationId: string; turn: number };

/** How a worker claims. Without it: oldest turn first, every slot for anybody. */
export type Dealing = {
  /** What a slot is charged when it is given. Ms. */
  quantumMillis: number;
  /** Installations that hold a slot of the process. */
  holders: readonly string[];
  /** Whether the last slot asked for is only for who holds none. */
  keepsLast: boolean;
  /** Tests switch it off: then whoever asked first is first. */
  isByTurn: boolean;
};

export const EVERY_SLOT: Dealing = { quantumMillis: 1_000, holders: [], keepsLast: false, isByTurn: true };

/** How many of the slots go to whom: one after the other to the least turn, each moving it back by a quantum. */
export function dealSlots(line: readonly Turn[], slots: number, quantumMillis: number): Map<string, number> {
  const turns = line.map((one) => ({ ...one }));
  const dealt = new Map<string, number>();
  for (let left = turns.length > 0 ? slots : 0; left > 0; left -= 1) {
    const next = turns.reduce((first, one) => (one.turn < first.turn ? one : first));
    dealt.set(next.installationId, (dealt.get(next.installationId) ?? 0) + 1);
    next.turn += Math.max(quantumMillis, 1);
  }
  return dealt;
}
