import { type Call, makeCall } from '../../api/call.ts';
import { postSession, refreshed } from '../../api/session.ts';

export type Person = { id: string; fullName: string; email: string };
/** The answer of POST /console/session. */
export type ConsoleSession = {
  builder: Person;
  token: string;
  expiresAt: string;
  key?: { token: string; projectId: string; role: string };
};

/** Gets a session's credentials, and again before they expire. An empty project: a builder token alone. */
export function sessionOf(projectIdOrName: string): () => Promise<ConsoleSession> {
  return refreshed(() => postSession<ConsoleSession>('/console/session', { projectIdOrName }));
}

/** Calls with the credential that each operation names. */
export function callWith(session: () => Promise<ConsoleSession>): Call {
  return makeCall(async (credential): Promise<Record<string, string>> => {
    const { token, key } = await session();
    if (credential === 'K' && key) return { 'x-api-key': key.token };
    return { authorization: `Bearer ${token}` };
  });
}

export const signOut = (): Promise<void> => postSession('/console/sign-out');
