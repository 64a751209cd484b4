import { isUrl } from '../../../lib/url/is_url.ts';

/**
 * A mail domain that an org claims. Several orgs may claim a domain, but only one can prove its claim. Then anyone with
 * a verified address in the domain may join that org. An unproven claim has no effect.
 */
export type ClaimedDomain = {
  id: string;
  orgId: string;
  domain: string;
  createTime: number;
  /** Null until the claim is proven. */
  proveTime: number | null;
};

/** The times of the next and the last background check of an unproven claim, Unix ms. */
export type CheckTimes = { next: number; until: number };

export type ClaimedDomainStore = {
  /** The only lookup without an org: the proven domain determines the org. */
  findProven(domain: string): Promise<ClaimedDomain | undefined>;
  findOfOrg(orgId: string, domain: string): Promise<ClaimedDomain | undefined>;
  listOfOrg(orgId: string): Promise<ClaimedDomain[]>;
  /** Inserts an unproven claim; false when the org claims the domain already. */
  insertNew(claim: ClaimedDomain, checks: CheckTimes): Promise<boolean>;
  /** Starts the background checks of an unproven claim again. */
  check(orgId: string, id: string, checks: CheckTimes): Promise<void>;
  /** Marks a claim as proven. Returns false when another claim of the domain is already proven. */
  prove(orgId: string, id: string, now: number): Promise<boolean>;
  /** Claims the due checks of unproven claims for this replica. Takes one claim of each org in turn. */
  takeDue(now: number, next: number, limit: number): Promise<ClaimedDomain[]>;
};

const MAX_LENGTH = 191;
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Domains of public mailbox providers. They cannot be claimed, because everybody with an address there could join the
 * org.
 */
const PUBLIC_MAILBOXES: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'pm.me', 'gmx.com', 'gmx.de'],
  ...[
    'gmx.net',
    'web.de',
    'mail.com',
    'mail.ru',
    'yandex.com',
    'yandex.ru',
    'zoho.com',
    'fastmail.com',
    'tutanota.com',
  ],
  ...['qq.com', '163.com', '126.com', 'naver.com', 'hey.com', 'yahoo.co.uk', 'yahoo.co.jp', 'hotmail.co.uk'],
]);

export function isPublicMailbox(domain: string): boolean {
  return PUBLIC_MAILBOXES.has(domain);
}

/**
 * The host of an e-mail address, a domain or a URL: lower-case ASCII, without port, path, trailing dot and leading
 * `www.`. Null when there is no host, or when it is an IP address or a single label.
 */
export function hostOfInput(text: string): string | null {
  const trimmed = text.trim();
  if (/[\s\p{Cc}\\]/u.test(trimmed)) return null;
  const host = hostnameOf(withoutMailbox(trimmed))?.replace(/\.$/, '');
  const labels = withoutWww(host?.split('.') ?? []);
  const isDomain =
    labels.length > 1 && labels.every((label) => DNS_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  const domain = labels.join('.');
  return isDomain && domain.length <= MAX_LENGTH ? domain : null;
}

function withoutMailbox(text: string): string {
  return text.includes('://') ? text : text.slice(text.lastIndexOf('@') + 1);
}

function hostnameOf(text: string): string | undefined {
  const url = text.includes('://') ? text : `http://${text}`;
  if (!/^https?:\/\//i.test(url) || !isUrl(url)) return undefined;
  return new URL(url).hostname;
}

function withoutWww(labels: string[]): string[] {
  return labels[0] === 'www' && labels.length > 2 ? labels.slice(1) : labels;
}

/**
 * A TXT record proves a claimed domain, because only somebody who controls the domain's DNS can create it. The record
 * contains the id of the claim as its token. The token need not be secret, because DNS is public. It must be different
 * for each claim, so that the record of one org does not prove the claim of another org.
 */
export function recordNameOf({ domain }: { domain: string }): string {
  return `_causeway.${domain}`;
}

export function tokenOf({ id }: { id: string }): string {
  return `causeway-domain=${id}`;
}

/** The texts of the TXT records of a name, or why they could not be read. A name may have no records. */
export type TxtAnswer = { records: string[] } | { fault: 'timeout' | 'failed' };
export type TxtRecords = (name: string) => Promise<TxtAnswer>;

/** Ignores quotes and case, because some DNS editors add quotes around values or change the case. */
export function isProof(record: string, token: string): boolean {
  const text = record.trim().replace(/^"(.*)"$/s, '$1');
  return text.trim().toLowerCase() === token;
}
