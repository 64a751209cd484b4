import { Problem } from '../../../lib/problem/problem.ts';
import type { Deps } from './deps.ts';
import type { RenewTokens } from './renew_tokens.ts';

export type RenewDueTokens = ReturnType<typeof makeRenewDueTokens>;

const BATCH = 50;
const AT_ONCE = 4;
const PATIENCE_MILLIS = 15_000;

/**
 * One round: tokens that are due, a few at a time, and sign-ins that nobody finished. A row that can't be renewed for a
 * reason that nobody foresaw keeps none of the others from it. Once the signal aborts no other renewal begins: a process
 * that is killed in the middle of one may lose the only valid token.
 */
export function makeRenewDueTokens({ stores, clock, log }: Deps, { renewTokens }: { renewTokens: RenewTokens }) {
  return async function renewDueTokens(signal?: AbortSignal): Promise<void> {
    const due = await stores.connections.listDueRefresh(clock.now(), BATCH);
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let next = due.shift(); next && !signal?.aborted; next = due.shift()) await tried(next);
    });
    await Promise.all(lanes);
    await stores.oauthSessions.removeExpired(clock.now());
    await stores.customAuthSessions.removeExpired(clock.now());
  };

  type Due = { projectId: string; id: string; generation: number };

  async function tried(due: Due): Promise<void> {
    await renew(due).catch((err: unknown) => {
      log.warn('token renewal failed', { projectId: due.projectId, connectionId: due.id, err });
    });
  }

  /** A Problem has had its effect on the row already: a later time, or a bad status. */
  async function renew({ projectId, id, generation }: Due): Promise<void> {
    const connection = await stores.connections.findSecret(projectId, id);
    if (!connection || connection.generation !== generation || connection.status === 'bad_credentials') return;
    await renewTokens(connection, { force: false, deadline: clock.now() + PATIENCE_MILLIS }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
}
