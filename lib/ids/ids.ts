import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';

/** Generates ids: uuid v7, which sorts by creation time. It is injected, so that tests can choose ids. */
export type NewId = () => string;

const RANDOM_BYTES = 16;
const pool = new Uint8Array(256 * RANDOM_BYTES);
const state = { used: pool.length, msecs: 0, seq: 0 };

/** Ids of one process increase even within a millisecond. */
export const newId: NewId = () => {
  const random = randomBytes();
  const now = Date.now();
  state.seq = now > state.msecs ? firstOf(random) : (state.seq + 1) >>> 0;
  state.msecs = Math.max(now, state.msecs + Number(state.seq === 0));
  return v7({ random, msecs: state.msecs, seq: state.seq });
};

/** Random bytes are fetched in bulk: one system call for 16 bytes costs more than all the rest of an id. */
function randomBytes(): Uint8Array {
  if (state.used === pool.length) {
    getRandomValues(pool);
    state.used = 0;
  }
  state.used += RANDOM_BYTES;
  return pool.subarray(state.used - RANDOM_BYTES, state.used);
}

/**
 * The random first value of the counter in a millisecond. It is so low that the counter cannot overflow within the
 * millisecond.
 */
function firstOf(random: Uint8Array): number {
  return new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
}

/** A lower bound: ids generated at or after this time (Unix ms) sort after it. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a well-formed id; such texts are not allowed as names. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
