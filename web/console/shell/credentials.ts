import { type Call, makeCall } from '../../api/call.ts';
import { isSignedOut, postSession, type Refreshed, refreshed } from '../../api/session.ts';
import { noteReach } from '../place/reach.ts';

export type Person = { id: string; fullName: string; email: string };
/** The body of the answer of POST /console/session. */
export type ConsoleSession = {
  builder: Person;
  token: string;
  expiresAt: string;
  key?: { token: string; projectId: string; role: string };
};

/**
 * Fetches the credentials of the session, and new ones before they expire. An empty project gives a builder token only.
 */
export function sessionOf(projectIdOrName: string): Refreshed<ConsoleSession> {
  let builderId = '';
  return refreshed(async () => {
    const session = await postSession<ConsoleSession>('/console/session', { projectIdOrName });
    // Another builder has signed in in another tab. The page reloads, so that it shows no data of the first builder.
    if (builderId !== '' && builderId !== session.builder.id) location.reload();
    builderId = session.builder.id;
    return session;
  });
}

/**
 * Makes calls with the credential that each operation needs, and notes whether the platform answers. If the credential
 * is refused, it fetches a new one and repeats the call, because the builder may have signed in again.
 */
export function callWith(session: Refreshed<ConsoleSession>): Call {
  return async (id, asked, held) => {
    try {
      const answer = await callOnce(session, (call) => call(id, asked, held)).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        session.forget(error.session);
        return callOnce(session, (call) => call(id, asked, held));
      });
      noteReach(null);
      return answer;
    } catch (error) {
      const problem = error instanceof Refused ? error.problem : error;
      noteReach(problem);
      throw problem;
    }
  };
}

/** A refused call, with the credentials that it used. */
class Refused extends Error {
  readonly session: ConsoleSession;
  readonly problem: unknown;

  constructor(session: ConsoleSession, problem: unknown) {
    super('refused');
    this.session = session;
    this.problem = problem;
  }
}

async function callOnce<T>(session: () => Promise<ConsoleSession>, ask: (call: Call) => Promise<T>): Promise<T> {
  const used = await session();
  const call = makeCall(async (credential): Promise<Record<string, string>> => {
    if (credential === 'K' && used.key) return { 'x-api-key': used.key.token };
    return { authorization: `Bearer ${used.token}` };
  });
  return ask(call).catch((problem: unknown) => {
    throw isSignedOut(problem) ? new Refused(used, problem) : problem;
  });
}

export const signOut = (): Promise<void> => postSession('/console/sign-out');
