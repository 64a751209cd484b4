import type { ClaimedOperation } from '../domain/operation.ts';

/**
 * The places in which a worker runs operations, and the clock of each: it runs only while another installation stands
 * in line, because only then does the place cost somebody something. See domain/fair_turns.ts.
 *
 * A provider that takes its time must not hold a place for nothing: an operation that does nothing but wait for a page
 * for longer than `lendMillis` lends its place, to be used by another, and its clock stands. When the page comes it
 * goes on beside the one that came in, so at most twice as many run as there are places.
 */
export type Slots = {
  /** How many more operations may come in. */
  free(): number;
  /** Installations that have one. */
  holders(): string[];
  take(operation: ClaimedOperation): TakenSlot;
  /** Installations in line, first first; empty when whoever comes finds a slot. */
  setLine(installationIds: readonly string[]): void;
};

export type TakenSlot = {
  /** Whether it had its quantum and somebody else waits. */
  isOver(): boolean;
  /** Nothing but this is done until it is there. */
  waitFor<T>(coming: Promise<T>): Promise<T>;
  /** Slot time that counts, ms. */
  used(): number;
  leave(): void;
};

type Options = { now: () => number; places: number; quantumMillis: number; lendMillis: number; yields: boolean };
type Taken = { installationId: string; isLent(): boolean; setWanted(isWanted: boolean): void };

export function createSlots({ now, places, quantumMillis, lendMillis, yields }: Options): Slots {
  const taken = new Map<symbol, Taken>();
  let line: readonly string[] = [];
  const isWanted = (installationId: string) => line.some((other) => other !== installationId);

  function take({ installationId }: ClaimedOperation): TakenSlot {
    const key = Symbol(installationId);
    const { awake, isLent, waitFor } = lending(now, lendMillis);
    let counted = 0;
    let since = isWanted(installationId) ? awake() : null;
    const used = () => counted + (since === null ? 0 : awake() - since);
    const setWanted = (wanted: boolean) => {
      if (wanted === (since !== null)) return;
      counted = used();
      since = wanted ? awake() : null;
    };
    taken.set(key, { installationId, isLent, setWanted });
    return {
      isOver: () => yields && since !== null && used() >= quantumMillis,
      waitFor,
      used,
      leave: () => void taken.delete(key),
    };
  }

  return {
    free() {
      const busy = [...taken.values()].filter(({ isLent }) => !isLent()).length;
      return Math.max(0, Math.min(places - busy, 2 * places - taken.size));
    },
    holders: () => [...new Set([...taken.values()].map(({ installationId }) => installationId))],
    take,
    setLine(installationIds) {
      line = installationIds;
      for (const slot of taken.values()) slot.setWanted(isWanted(slot.installationId));
    },
  };
}

/** A clock that stands while the place is lent. */
function lending(now: () => number, lendMillis: number) {
  let lent = 0;
  let from = Number.POSITIVE_INFINITY;
  const lending = () => Math.max(0, now() - from);
  return {
    awake: () => now() - lent - lending(),
    isLent: () => lending() > 0,
    async waitFor<T>(coming: Promise<T>): Promise<T> {
      from = now() + lendMillis;
      try {
        return await coming;
      } finally {
        lent += lending();
        from = Number.POSITIVE_INFINITY;
      }
    },
  };
}
