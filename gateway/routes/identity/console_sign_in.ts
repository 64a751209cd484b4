import type { Clock } from '../../../lib/time/clock.ts';
import { type SessionCookie, sessionCookie } from '../../pages/session_cookie.ts';
import { type SessionPost, textIn } from '../../pages/session_posts.ts';
import type { Services } from '../../rest/operation.ts';

/** `onSignOut` empties the gateway's cache of callers. */
type Site = { publicUrl: () => string; clock: Clock; onSignOut: () => void };

/** The cookie of a browser that is signed in to the console. */
export function consoleCookie(publicUrl: string): SessionCookie {
  return sessionCookie('causeway-console', publicUrl);
}

/** The POSTs of the console's page: sign in with a link, get credentials, sign out. */
export function consoleSignIn({ identity }: Services, { publicUrl, clock, onSignOut }: Site): SessionPost[] {
  return [
    {
      path: '/console/session/options',
      answer: async ({ call }) => ({ json: await identity.getSignInOptions(call, {}) }),
    },
    {
      path: '/console/session/link',
      async answer({ call, body }) {
        const { secret, expireTime } = await identity.spendSignInLink(call, { token: textIn(body, 'token') });
        const maxAge = Math.floor((expireTime - clock.now()) / 1_000);
        return { cookies: [consoleCookie(publicUrl()).set(secret, maxAge)] };
      },
    },
    {
      path: '/console/session',
      async answer({ call, headers, body }) {
        const secret = consoleCookie(publicUrl()).read(headers.cookie);
        const projectIdOrName = textIn(body, 'projectIdOrName');
        const { builder, token, expireTime, key } = await identity.refreshConsoleSession(call, {
          secret,
          projectIdOrName,
        });
        const { id = '', firstName = '', lastName = '', primaryEmail: email = '' } = builder ?? {};
        const expiresAt = new Date(expireTime).toISOString();
        const fullName = `${firstName} ${lastName}`.trim();
        return {
          json: { builder: { id, fullName, email }, token, expiresAt, ...(key && { key: { ...key, expiresAt } }) },
        };
      },
    },
    {
      path: '/console/sign-out',
      async answer({ call, headers }) {
        const cookie = consoleCookie(publicUrl());
        await identity.endConsoleSession(call, { secret: cookie.read(headers.cookie) });
        onSignOut();
        return { cookies: [cookie.clear()] };
      },
    },
  ];
}
