import { getRandomValues } from 'node:crypto';
import { v7 } from 'uuid';

/** Generates ids: uuid v7, which sorts by creation time. It is injected, so that tests can choose ids. */
export type NewId = () => string;

const RANDOM_BYTES = 16;
const randomPool = new Uint8Array(256 * RANDOM_BYTES);
const generatorState = { used: randomPool.length, msecs: 0, seq: 0 };

/** Ids of one process increase even within a millisecond. */
export const newId: NewId = () => {
  const random = randomBytes();
  const now = Date.now();
  generatorState.seq = now > generatorState.msecs ? firstOf(random) : (generatorState.seq + 1) >>> 0;
  generatorState.msecs = Math.max(now, generatorState.msecs + Number(generatorState.seq === 0));
  return v7({ random, msecs: generatorState.msecs, seq: generatorState.seq });
};

/** Random bytes are fetched in bulk: one system call for 16 bytes costs more than all the rest of an id. */
function randomBytes(): Uint8Array {
  if (generatorState.used === randomPool.length) {
    getRandomValues(randomPool);
    generatorState.used = 0;
  }
  generatorState.used += RANDOM_BYTES;
  return randomPool.subarray(generatorState.used - RANDOM_BYTES, generatorState.used);
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
