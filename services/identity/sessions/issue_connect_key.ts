import { newSessionToken, sessionTokenHash } from '../../../lib/crypto/session_token.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type ConnectLimits, KEY_LIFETIME, type SessionStore } from './session.ts';

/** `sessionExpireTime`: when the connect session ends, Unix ms; its key never outlives it. */
type Asked = { projectId: string; sessionId: string; sessionExpireTime: number; limits: ConnectLimits };
type IssueConnectKey = (asked: Asked) => Promise<{ token: string; expireTime: number }>;

type Deps = { stores: { sessions: SessionStore }; clock: Clock; newId: NewId };

/** Makes the key with which the connect page acts for one customer. `installation` has checked the session. */
export function makeIssueConnectKey({ stores, clock, newId }: Deps): IssueConnectKey {
  return async function issueConnectKey({ projectId, sessionId, sessionExpireTime, limits }) {
    if (limits.provider === '') throw new Error('A connect key without a provider would not be held to one.');
    const token = newSessionToken();
    const expireTime = Math.min(clock.now() + KEY_LIFETIME, sessionExpireTime);
    await stores.sessions.insertKey({
      keyHash: sessionTokenHash(token),
      id: newId(),
      kind: 'connect',
      sessionId,
      projectId,
      builderId: null,
      limits,
      expireTime,
    });
    return { token, expireTime };
  };
}
