import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Log } from '../../../../lib/log/log.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { RefreshTokens } from '../../connections/domain/refresh_tokens.ts';

type Deps = { stores: { connections: ConnectionStore }; clock: Clock; log: Log };

export type RefreshDueTokens = ReturnType<typeof makeRefreshDueTokens>;

const BATCH = 50;
const AT_ONCE = 4;
const PATIENCE_MS = 15_000;

/**
 * One round: refreshes due tokens, a few in parallel. An unexpected error in one
 * row does not stop the others. After the signal aborts, no further refresh starts, because a process that is killed
 * during one may lose the only valid token.
 */
export function makeRefreshDueTokens(
  { stores, clock, log }: Deps,
  { refreshTokens }: { refreshTokens: RefreshTokens },
) {
  return async function refreshDueTokens(signal?: AbortSignal): Promise<void> {
    const due = await stores.connections.listDueRefresh(clock.now(), BATCH);
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let next = due.shift(); next && !signal?.aborted; next = due.shift()) await tried(next);
    });
    await Promise.all(lanes);
  };

  type Due = { projectId: string; id: string; generation: number };

  async function tried(due: Due): Promise<void> {
    await refresh(due).catch((err: unknown) => {
      log.warn('token refresh failed', { projectId: due.projectId, connectionId: due.id, err });
    });
  }

  /** A Problem needs no handling: the row already has a later refresh time or a bad status. */
  async function refresh({ projectId, id, generation }: Due): Promise<void> {
    const connection = await stores.connections.findSecret(projectId, id);
    if (!connection || connection.generation !== generation || connection.status === 'bad_credentials') return;
    await refreshTokens(connection, { force: false, deadline: clock.now() + PATIENCE_MS }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
}
