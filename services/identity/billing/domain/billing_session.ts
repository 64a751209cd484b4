import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The claims in the link of a billing session. Times are Unix milliseconds. */
export type BillingSession = { orgId: string; accountId: string; redirectUrl: string; expireTime: number };

/**
 * Issues and verifies links to our own billing page. A link is signed and nothing is stored. Like a link of a billing
 * portal, it is a bearer credential until it expires.
 */
export type BillingSessionLinks = {
  tokenOf(session: BillingSession): string;
  /** Null for an invalid signature and for an expired link. */
  read(token: string, now: number): BillingSession | null;
};

/** @param secret shared by all processes of the deployment; a key for this purpose alone is derived from it. */
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
