/**
 * The slots in which a worker runs operations, and a clock for each slot. The clock runs only while another owner is
 * in line, because only then does the slot make others wait. See fair_turns.ts.
 *
 * A slow provider must not occupy a slot without any work. An operation that waits for an answer longer than
 * `yieldAfterMs` yields its slot to another operation, and its clock stops. When the answer arrives, both operations
 * run, so at most twice as many operations run as there are slots.
 */
type WorkerSlots = {
  /** The number of operations that may be claimed now. */
  free(): number;
  /** The owners that hold a slot. */
  holders(): string[];
  take(ownerId: string): TakenSlot;
  /** Sets the first owners in line, in order; empty while a slot is free for any owner. */
  setLine(ownerIds: readonly string[]): void;
};

export type TakenSlot = {
  /** Whether the operation has used its time slice while another owner waits. */
  isOver(): boolean;
  /** Awaits `coming`. The operation must do nothing else meanwhile, because another operation may run in the slot. */
  waitFor<T>(coming: Promise<T>): Promise<T>;
  /** The used slot time, in ms. */
  used(): number;
  leave(): void;
};

type Options = { now: () => number; places: number; timeSliceMs: number; yieldAfterMs: number };
type SlotInUse = { ownerId: string; isYielded(): boolean; setWanted(isWanted: boolean): void };

export function createSlots({ now, places, timeSliceMs, yieldAfterMs }: Options): WorkerSlots {
  const taken = new Map<symbol, SlotInUse>();
  let line: readonly string[] = [];
  const isWanted = (ownerId: string) => line.some((other) => other !== ownerId);

  function take(ownerId: string): TakenSlot {
    const key = Symbol(ownerId);
    const { awake, isYielded, waitFor } = yieldingClock(now, yieldAfterMs);
    let counted = 0;
    let since = isWanted(ownerId) ? awake() : null;
    const used = () => counted + (since === null ? 0 : awake() - since);
    const setWanted = (wanted: boolean) => {
      if (wanted === (since !== null)) return;
      counted = used();
      since = wanted ? awake() : null;
    };
    taken.set(key, { ownerId, isYielded, setWanted });
    return {
      isOver: () => since !== null && used() >= timeSliceMs,
      waitFor,
      used,
      leave: () => void taken.delete(key),
    };
  }

  return {
    free() {
      const busy = [...taken.values()].filter(({ isYielded }) => !isYielded()).length;
      return Math.max(0, Math.min(places - busy, 2 * places - taken.size));
    },
    holders: () => [...new Set([...taken.values()].map(({ ownerId }) => ownerId))],
    take,
    setLine(ownerIds) {
      line = ownerIds;
      for (const slot of taken.values()) slot.setWanted(isWanted(slot.ownerId));
    },
  };
}

/** A clock that stops while the slot is yielded. */
function yieldingClock(now: () => number, yieldAfterMs: number) {
  let yieldedMs = 0;
  let from = Number.POSITIVE_INFINITY;
  const sinceYield = () => Math.max(0, now() - from);
  return {
    awake: () => now() - yieldedMs - sinceYield(),
    isYielded: () => sinceYield() > 0,
    async waitFor<T>(coming: Promise<T>): Promise<T> {
      from = now() + yieldAfterMs;
      try {
        return await coming;
      } finally {
        yieldedMs += sinceYield();
        from = Number.POSITIVE_INFINITY;
      }
    },
  };
}
