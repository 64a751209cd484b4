import { Buffer } from 'node:buffer';

/**
 * A message stores the ids of its records as hashes of eight bytes, one after the other, in one column. So a search for
 * a record needs no row per record. The search matches the eight bytes at any offset. For a message of a million
 * records, the probability that it reports a record that the message does not have is below one in two hundred billion.
 *
 * The hash (cyrb53 with both of its 32-bit lanes) is not cryptographic, because it is computed for every record and has
 * to be cheap. A person who constructs colliding ids can only add operations to a list.
 */
const HASH_BYTES = 8;

/** Hashes the ids of a message's records; null when no record has an id. */
export function recordHashes(ids: readonly (string | null)[]): Uint8Array | null {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return null;
  const bytes = Buffer.allocUnsafe(known.length * HASH_BYTES);
  for (const [i, id] of known.entries()) writeHash(bytes, i * HASH_BYTES, id);
  return bytes;
}

function writeHash(bytes: Buffer, at: number, text: string): void {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  const mixedA = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  const mixedB = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(mixedA ^ (mixedA >>> 13), 3_266_489_909);
  bytes.writeUInt32LE(mixedA >>> 0, at);
  bytes.writeUInt32LE(mixedB >>> 0, at + 4);
}
