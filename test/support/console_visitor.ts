import { newSessionToken, sessionTokenHash } from '../../lib/crypto/session_token.ts';
import { withIdentityStores } from './credentials.ts';
import { type Answer, request, type TestPlatform } from './platform.ts';

export type Session = {
  builder: { id: string; fullName: string; email: string };
  token: string;
  expiresAt: string;
  key?: { token: string; projectId: string; role: string };
};

/** A browser on our own pages: it sends the headers of a browser with each POST, and stores cookies. */
export type Visitor = {
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  cookies: Map<string, string>;
};

export function aVisitor({ origin }: Pick<TestPlatform, 'origin'>): Visitor {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async post(path, body = {}, headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await request(origin, 'POST', path, {
        headers: {
          origin,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          ...(cookie && { cookie }),
          ...headers,
        },
        body: JSON.stringify(body),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        if (/Max-Age=0/.test(set)) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

/** Creates a link that signs this builder in (by default the first builder); returns the token of the link. */
export async function aSignInLink(platform: TestPlatform, builderId = '', { expireTime = Date.now() + 60_000 } = {}) {
  const token = newSessionToken();
  await withIdentityStores(platform, async (stores) => {
    const first = await stores.memberships.firstOfOrg(platform.ready.orgId);
    const id = builderId || (first?.builderId ?? '');
    await stores.sessions.insertLink({
      tokenHash: sessionTokenHash(token),
      builderId: id,
      emailVerified: true,
      expireTime,
    });
  });
  return token;
}

/** Makes a browser in which this builder is signed in. */
export async function aSignedInVisitor(platform: TestPlatform, builderId = ''): Promise<Visitor> {
  const visitor = aVisitor(platform);
  const { status, text } = await visitor.post('/console/session/link', {
    token: await aSignInLink(platform, builderId),
  });
  if (status !== 204) throw new Error(`The sign-in failed: ${status} ${text}`);
  return visitor;
}
