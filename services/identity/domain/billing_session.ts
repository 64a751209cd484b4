import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the link of a billing session stands for. Times are Unix milliseconds. */
export type BillingSession = { orgId: string; accountId: string; redirectUrl: string; expireTime: number };

/**
 * A session of our own page is its link: nothing is stored, and nothing in it can be changed, because it carries its own
 * signature. It opens for whoever holds it until it expires, as a portal's links do.
 */
export type BillingSessionLinks = {
  tokenOf(session: BillingSession): string;
  /** Null for whatever we did not sign, and for what is over. */
  read(token: string, now: number): BillingSession | null;
};

/** @param secret what all processes of a deployment share; the key is derived from it and used for nothing else. */
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
