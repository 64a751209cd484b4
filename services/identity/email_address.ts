import { domainToASCII } from 'node:url';

const MAX_LENGTH = 191;

/**
 * Normalises an address for storage and comparison: trimmed, lower-case, domain in ASCII. Lower-casing the local
 * part is safe: no major mailbox provider distinguishes `Ada@` from `ada@`. Null when the text is not an address.
 */
export function canonicalEmail(text: string): string | null {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  if (isLookalike(text.trim(), local)) return null;
  if (more.length > 0 || !/^[^\s\p{Cc}\p{Cf}"(),:;<>[\\\]]{1,64}$/u.test(local)) return null;
  if (/[\s/?#:\p{Cc}\p{Cf}]/u.test(domain)) return null;
  const ascii = domainToASCII(domain);
  const email = `${local}@${ascii}`;
  return ascii !== '' && email.length <= MAX_LENGTH ? email : null;
}

/**
 * Lower-casing converts U+212A (the kelvin sign) to the ASCII letter k. Without this check, such an address would match
 * the address of another mailbox.
 */
function isLookalike(typed: string, local: string): boolean {
  return /^\p{ASCII}*$/u.test(local) && !/^\p{ASCII}*@/u.test(typed);
}

export function domainOfEmail(canonical: string): string {
  return canonical.slice(canonical.indexOf('@') + 1);
}
