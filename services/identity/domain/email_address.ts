import { domainToASCII } from 'node:url';

const LONGEST = 191;

/**
 * The one form of an address that is stored and compared: no spaces around it, lower-case throughout, the domain in
 * ASCII. No mailbox provider of note tells `Ada@` from `ada@`, and a person who types it differently is the same one.
 * Null for what is no address.
 */
export function canonicalEmail(text: string): string | null {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').toLowerCase().split('@');
  if (more.length > 0 || !/^[^\s\p{Cc}\p{Cf}"(),:;<>[\\\]]{1,64}$/u.test(local)) return null;
  if (/[\s/?#:\p{Cc}\p{Cf}]/u.test(domain)) return null;
  const ascii = domainToASCII(domain);
  const email = `${local}@${ascii}`;
  return ascii !== '' && email.length <= LONGEST ? email : null;
}

export function domainOfEmail(canonical: string): string {
  return canonical.slice(canonical.indexOf('@') + 1);
}
