import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUrl } from '../../../lib/url/is_url.ts';
import type { BillingAccount } from '../orgs/org.ts';

/** The claims in the link of a billing session. Times are Unix milliseconds. */
export type BillingSession = { orgId: string; accountId: string; redirectUrl: string; expireTime: number };

/**
 * Issues and verifies links to Causeway's billing page. A link is signed, and nothing is stored. Like a link of a
 * billing portal, it gives access to its holder until it expires.
 */
export type BillingSessionLinks = {
  tokenOf(session: BillingSession): string;
  /** Null for an invalid signature and for an expired link. */
  read(token: string, now: number): BillingSession | null;
};

/** @param secret shared by all processes of the deployment; a key for only this purpose is derived from it. */
export function billingSessionLinks(secret: string): BillingSessionLinks {
  const key = createHmac('sha256', secret).update('causeway/billing-sessions/1').digest();
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest('base64url');
  return {
    tokenOf({ orgId, accountId, redirectUrl, expireTime }) {
      const payload = Buffer.from(JSON.stringify([orgId, accountId, redirectUrl, expireTime])).toString('base64url');
      return `${payload}.${sign(payload)}`;
    },
    read(token, now) {
      const [payload = '', signature = '', ...more] = token.split('.');
      const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(payload))];
      if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
      const session = sessionIn(payload);
      return session.expireTime > now ? session : null;
    },
  };
}

function sessionIn(payload: string): BillingSession {
  const text = Buffer.from(payload, 'base64url').toString();
  const [orgId, accountId, redirectUrl, expireTime] = JSON.parse(text) as [string, string, string, number];
  return { orgId, accountId, redirectUrl, expireTime };
}

export type PortalSession = { redirectUrl: string; expireTime: number };

/** The portal in which an org manages its billing: Causeway's page, or the portal of a billing provider. */
export type BillingPortal = {
  /** The URL at which the session starts. */
  open(account: BillingAccount, session: PortalSession): Promise<{ url: string }>;
};

const MAX_LENGTH = 2_048;

/**
 * Parses the return URL of a billing session: an absolute http(s) URL without credentials; null for anything else.
 * Returns the re-serialised URL, so that the browser cannot parse the original text differently.
 */
export function redirectTarget(text: string): URL | null {
  if (text.length > MAX_LENGTH || /[\s\p{Cc}\p{Cf}\\]/u.test(text)) return null;
  if (!/^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) || !isUrl(text)) return null;
  const url = new URL(text);
  return url.username === '' && url.password === '' ? url : null;
}

/**
 * Whether the operator allows this return URL. If no origins are configured, all are allowed, because the page at the
 * return URL gets no data.
 */
export function isAllowedOrigin({ origin }: URL, allowed: readonly string[]): boolean {
  return allowed.length === 0 || allowed.includes(origin);
}

/**
 * Normalises the configured origins. Throws for an invalid origin, so that a process with a typo in its settings does
 * not start.
 */
export function allowedOrigins(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const url = redirectTarget(text);
    if (url?.pathname !== '/' || url.search || url.hash)
      throw new Error(`CAUSEWAY_IDENTITY_REDIRECT_ORIGINS has an entry that is no origin: ${text}`);
    return url.origin;
  });
}
