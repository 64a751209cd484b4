/** The max length of an indexed column. */
const MAX_KEY = 191;

/** Shortens a key to its column, whatever the length of the name in it. */
export function hashedKey(key: string): string {
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY - 17)}~${shortHash(key)}`;
}

/** FNV-1a, 64 bits: distinguishes names that are too long for the key. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
