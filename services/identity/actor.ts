import { canonicalEmail, domainOfEmail } from './email_address.ts';

/** The caller of an org operation, as resolved by Authenticate. */
export type Actor = {
  /** The principal of the call: `builder:<id>` or `api-key:<id>`. */
  principal: string;
  /** Empty for an API key. */
  builderId: string;
  /** The org of an API key's project; empty for a builder, whose memberships are looked up. */
  keyOrgId: string;
  email: string;
  emailVerified: boolean;
};

/** The actor's normalised address; null unless the identity provider verified it. */
export function verifiedEmail({ email, emailVerified }: Actor): string | null {
  return emailVerified ? canonicalEmail(email) : null;
}

export function verifiedDomain(actor: Actor): string | null {
  const email = verifiedEmail(actor);
  return email && domainOfEmail(email);
}
