import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';

/** Makes ids: uuid v7, so rows sort by when they were made. Injected, so a test can name them. */
export type NewId = () => string;

const RANDOM_BYTES = 16;
const pool = new Uint8Array(256 * RANDOM_BYTES);
const state = { used: pool.length, msecs: 0, seq: 0 };

/** Ids of one process rise even within a millisecond. */
export const newId: NewId = () => {
  const random = randomBytes();
  const now = Date.now();
  state.seq = now > state.msecs ? firstOf(random) : (state.seq + 1) >>> 0;
  state.msecs = Math.max(now, state.msecs + Number(state.seq === 0));
  return v7({ random, msecs: state.msecs, seq: state.seq });
};

/** Asking the system for 16 bytes takes longer than all the rest of an id; asking for many takes no longer. */
function randomBytes(): Uint8Array {
  if (state.used === pool.length) {
    getRandomValues(pool);
    state.used = 0;
  }
  state.used += RANDOM_BYTES;
  return pool.subarray(state.used - RANDOM_BYTES, state.used);
}

/** Where a millisecond starts to count: low enough that what follows in it does not run over. */
function firstOf(random: Uint8Array): number {
  return new DataView(random.buffer, random.byteOffset).getUint32(6) >>> 1;
}

/** No id that was made at this moment (Unix ms) or later sorts before it. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text has the form of an id (and so may not be used as a name). */
export function isId(text: string): boolean {
  return UUID.test(text);
}
