import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../../lib/db/errors.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { ConnectionStore, SecretConnection } from '../connections/connection.ts';
import { connectionErrorEvent, connectionEvent, refreshSchedule } from '../connections/new_connection.ts';
import { type OauthCredentials, type TokenAnswer, tokensFrom } from '../credentials.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { LOST_ANSWER_TEXT, type RefreshLeaseStore } from './refresh_lease.ts';

type Deps = UseCaseContext<WithOutbox<{ connections: ConnectionStore }>> & { box: CredentialBox; log: Log };

/**
 * How long the use case tries to store new tokens while the database is unavailable, in ms. After this time the tokens
 * are lost.
 */
const MAX_WAIT_MS = 5 * 60_000;
const MAX_PAUSE_MS = 5_000;

export type SaveTokens = ReturnType<typeof makeSaveTokens>;

/**
 * Stores the tokens of a refresh if the row still has the generation whose token was sent. Does not check the lease: a
 * process that was paused and lost its lease may have the only valid token and must be able to save it.
 */
export function makeSaveTokens(deps: Deps) {
  const { stores, box, clock, log } = deps;

  return async function saveTokens(
    spent: SecretConnection,
    credentials: OauthCredentials,
    answer: TokenAnswer,
  ): Promise<void> {
    const now = clock.now();
    const refreshed: OauthCredentials = { ...credentials, tokens: tokensFrom(answer, now, credentials.tokens) };
    const change = {
      ...refreshSchedule(refreshed),
      credentials: box.seal(spent, refreshed),
      status: 'created' as const,
      statusTime: now,
      refreshFailures: 0,
    };
    const { projectId, id: connectionId, generation } = spent;
    await persist(() =>
      stores.transaction(async (s) => {
        if (!(await s.connections.replaceCredentials(projectId, connectionId, generation, change))) return;
        const full = await s.connections.find(projectId, connectionId);
        const about = { ...spent, consumerName: full?.consumer.name ?? '' };
        await s.outbox.add(connectionEvent('connection.refreshed', about, { eventId: deps.newId(), time: now }));
      }),
    );
    log.info('tokens refreshed', { projectId, connectionId, generation: generation + 1 });
  };

  async function persist(write: () => Promise<void>): Promise<void> {
    const until = performance.now() + MAX_WAIT_MS;
    for (let tries = 1; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        if (!isTransient(error) || performance.now() >= until) throw error;
        log.warn('refreshed tokens not saved yet', { tries, err: error });
        await sleep(Math.min(250 * tries, MAX_PAUSE_MS));
      }
    }
  }
}

type NoteLostAnswerDeps = UseCaseContext<
  WithOutbox<{ connections: ConnectionStore; refreshLeases: RefreshLeaseStore }>
> & {
  log: Log;
};

export type NoteLostAnswer = ReturnType<typeof makeNoteLostAnswer>;

/** Part of the message to the builder, because the access token may still be valid. */
const LOST_ANSWER_ADVICE =
  'The access token is used until it expires; then the old refresh token is tried once more. ' +
  'If the provider accepts each refresh token only once, let the customer connect again.';

/**
 * Reports that the previous holder of the lease died between sending the refresh token and storing the response. The
 * report is made once: in the row, as an event connection.error that does not change the status, and in the log.
 * Returns false when the lease was lost.
 */
export function makeNoteLostAnswer({ stores, clock, newId, log }: NoteLostAnswerDeps) {
  return async function noteLostAnswer(connection: SecretConnection, fence: number, leaseMs: number): Promise<boolean> {
    const { projectId, id, provider } = connection;
    const noted = await stores.transaction(async (s) => {
      if (!(await s.refreshLeases.noteTokenState(connection, fence, 'lost', leaseMs))) return false;
      const full = await s.connections.find(projectId, id);
      const about = { ...connection, consumerName: full?.consumer.name ?? '' };
      const when = { eventId: newId(), time: clock.now() };
      await s.outbox.add(connectionErrorEvent(about, [LOST_ANSWER_TEXT, LOST_ANSWER_ADVICE], when));
      return true;
    });
    if (noted) log.error('the response to a token refresh is lost', { projectId, connectionId: id, provider });
    return noted;
  };
}
