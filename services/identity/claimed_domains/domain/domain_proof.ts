/**
 * A claimed domain is proven by a TXT record that only somebody who controls the domain's DNS can create. The token
 * need not be secret, because DNS is public: it must differ for each claim, so that the record of one org proves no
 * claim of another. So it is the id of the claim.
 */
export function recordNameOf({ domain }: { domain: string }): string {
  return `_causeway.${domain}`;
}

export function tokenOf({ id }: { id: string }): string {
  return `causeway-domain=${id}`;
}

/** The texts of the TXT records of a name, none if there are none, or why they could not be read. */
export type TxtAnswer = { records: string[] } | { fault: 'timeout' | 'failed' };
export type TxtRecords = (name: string) => Promise<TxtAnswer>;

/** DNS editors put quotes around values, and some change the case. */
export function isProof(record: string, token: string): boolean {
  const text = record.trim().replace(/^"(.*)"$/s, '$1');
  return text.trim().toLowerCase() === token;
}
