import { newSessionToken, sessionTokenHash } from '../../../../lib/crypto/session_token.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { SessionStore } from '../domain/session.ts';

type Person = { builderId: string; email: string; emailVerified: boolean };
/** `secret`: for the cookie. */
export type SignedIn = { secret: string; expireTime: number };
export type SignIn = (stores: { sessions: SessionStore }, person: Person) => Promise<SignedIn>;

type Deps = { clock: Clock; newId: NewId; sessionLifetime: number };

/** Starts a console session of a builder whose identity is proven. */
export function makeSignIn({ clock, newId, sessionLifetime }: Deps): SignIn {
  return async function signIn({ sessions }, { builderId, email, emailVerified }) {
    const secret = newSessionToken();
    const createTime = clock.now();
    const expireTime = createTime + sessionLifetime;
    await sessions.insertSession({
      id: newId(),
      builderId,
      secretHash: sessionTokenHash(secret),
      email,
      emailVerified,
      expireTime,
      createTime,
    });
    return { secret, expireTime };
  };
}
