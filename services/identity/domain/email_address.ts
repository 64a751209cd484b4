import { domainToASCII } from 'node:url';

const LONGEST = 191;

/**
 * The one form of an address that is stored and compared: no spaces around it, lower-case throughout, the domain in
 * ASCII. No mailbox provider of note tells `Ada@` from `ada@`, and a person who types it differently is the same one.
 * Null for what is no address.
 */
export function canonicalEmail(text: string): string | null {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  if (isLookalike(text.trim(), local)) return null;
  if (more.length > 0 || !/^[^\s\p{Cc}\p{Cf}"(),:;<>[\\\]]{1,64}$/u.test(local)) return null;
  if (/[\s/?#:\p{Cc}\p{Cf}]/u.test(domain)) return null;
  const ascii = domainToASCII(domain);
  const email = `${local}@${ascii}`;
  return ascii !== '' && email.length <= LONGEST ? email : null;
}

/** U+212A, the sign for kelvin, becomes a plain k: a mailbox of its own that would pass for somebody else's. */
function isLookalike(typed: string, local: string): boolean {
  return /^\p{ASCII}*$/u.test(local) && !/^\p{ASCII}*@/u.test(typed);
}

export function domainOfEmail(canonical: string): string {
  return canonical.slice(canonical.indexOf('@') + 1);
}
