/** The max length of an indexed column. */
const MAX_KEY = 191;

/** Shortens a key that is too long for its column. A hash at its end keeps different keys different. */
export function hashedKey(key: string): string {
  return key.length <= MAX_KEY ? key : `${key.slice(0, MAX_KEY - 17)}~${shortHash(key)}`;
}

/** The FNV-1a hash with 64 bits, in hexadecimal. */
function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i += 1)
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
