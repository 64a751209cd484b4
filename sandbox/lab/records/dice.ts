/**
 * Hashes a text and a number to 32 bits (FNV-1a and the finalizer of MurmurHash3). The lab's only source of randomness.
 */
export function dice(text: string, index = 0): number {
  return diceOf(textHash(text), index);
}

/** FNV-1a. Callers that use one text with many numbers hash it once. */
export function textHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** `dice` of a text that `textHash` has hashed. */
export function diceOf(hashOfText: number, index: number): number {
  let hash = (hashOfText ^ Math.imul(index + 1, 0x9e3779b1)) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
