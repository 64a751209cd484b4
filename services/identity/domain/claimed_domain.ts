import { isUrl } from '../../../lib/url/is_url.ts';

/** A mail domain that an org calls its own: whoever has a verified address there may join it. */
export type ClaimedDomain = { id: string; orgId: string; domain: string; createTime: number };

export type ClaimedDomainStore = {
  /** The one lookup without an org: it is how the org becomes known. */
  find(domain: string): Promise<ClaimedDomain | undefined>;
  listOfOrg(orgId: string): Promise<ClaimedDomain[]>;
  /** False when somebody has claimed it. */
  insertNew(claim: ClaimedDomain): Promise<boolean>;
};

const LONGEST = 191;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Where anybody gets a mailbox: who claimed one of these would let strangers in. */
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
 * The host that an address, a domain or a URL names: lower-case ASCII, without port, path, final dot and leading
 * `www.`. Null when there is none, or when it is an IP address or a single word.
 */
export function hostIn(text: string): string | null {
  const trimmed = text.trim();
  if (/[\s\p{Cc}\\]/u.test(trimmed)) return null;
  const host = hostnameOf(withoutMailbox(trimmed))?.replace(/\.$/, '');
  const labels = withoutWww(host?.split('.') ?? []);
  const isDomain =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  const domain = labels.join('.');
  return isDomain && domain.length <= LONGEST ? domain : null;
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
