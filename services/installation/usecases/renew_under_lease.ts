import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../lib/problem/problem.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { isRenewable, refreshBackoff, type OauthCredentials, type TokenAnswer } from '../domain/credentials.ts';
import { isUsable } from '../domain/is_usable.ts';
import { ProviderAway, ProviderRefusal } from '../domain/provider.ts';
import { LOST_ANSWER, type RefreshLease, type RefreshSpend } from '../domain/refresh_spend.ts';
import { tokenQuestion } from './ask_for_tokens.ts';
import type { Deps } from './deps.ts';
import { badCredentials, type MarkBad } from './mark_bad.ts';
import type { NoteLostAnswer } from './note_lost_answer.ts';
import type { SaveTokens } from './save_tokens.ts';

export type RefreshTimes = {
  /** The wait before a refused grant is tried again: some providers need seconds to know their own tokens. */
  retryMillis: number;
  /** How long a token endpoint may take to answer. */
  timeoutMillis: number;
  /** How long a caller waits whose token is still good: enough for a usual endpoint, so that the new one is used at once. */
  momentMillis: number;
  /** And one without. Also what a worker of reads is held at most. */
  patienceMillis: number;
};
type Parts = { markBad: MarkBad; noteLostAnswer: NoteLostAnswer; saveTokens: SaveTokens };
type Held = { current: SecretConnection; credentials: OauthCredentials; lease: RefreshLease; force: boolean };

export type RenewUnderLease = ReturnType<typeof makeRenewUnderLease>;

/** The lease outlasts an exchange by so much: for the two commits around it, and a database that hesitates. */
const SPARE_MILLIS = 15_000;

export function leaseMillisOf({ timeoutMillis }: RefreshTimes): number {
  return timeoutMillis + SPARE_MILLIS;
}

/**
 * What the holder of the lease does: records that the refresh token is being spent, spends it, and stores the answer.
 * What became of a token whose answer never came is told in domain/refresh_spend.ts.
 *
 * A refused grant is looked into before anybody is told: another replica may have rotated the token a moment ago. What is
 * no answer (network, 429, 5xx) never marks a connection.
 */
export function makeRenewUnderLease(deps: Deps, { markBad, noteLostAnswer, saveTokens }: Parts, times: RefreshTimes) {
  const { stores, box, clock, log, rules } = deps;
  const leaseMillis = leaseMillisOf(times);
  /** The connection with the credentials to use now. Throws notFound, unprocessable (refused), providerFailed. */
  return async function renewUnderLease(
    current: SecretConnection,
    lease: RefreshLease,
    force: boolean,
  ): Promise<SecretConnection> {
    const credentials = box.open(current);
    if (credentials.kind !== 'oauth2' || !isRenewable(credentials)) return goOn(current, lease, {});
    const spend = await spendBefore(current, lease);
    const held = { current, credentials, lease: { ...lease, spend }, force };
    // The provider may have rotated this token: not to be shown again while there is something to lose.
    if (spend !== null && !force && isUsable(current, clock.now()))
      return goOn(current, lease, { refreshTime: current.expireTime, spend });
    return renew(held);
  };

  async function spendBefore(current: SecretConnection, { fence, spend }: RefreshLease): Promise<RefreshSpend | null> {
    if (!rules.holds('lostAnswer')) return null;
    if (spend !== 'asked') return spend;
    if (!(await noteLostAnswer(current, fence, leaseMillis))) throw overtaken();
    return 'lost';
  }

  async function renew(held: Held): Promise<SecretConnection> {
    const { current, credentials } = held;
    try {
      const answer = await askTwice(held);
      if ('generation' in answer) return answer;
      await saveTokens(current, credentials, answer);
      return await reread(current);
    } catch (error) {
      if (isRefusal(error)) return refused(held, error);
      if (!(error instanceof ProviderAway || error instanceof ProviderRefusal)) throw error;
      await postpone(held, error);
      if (!held.force && isUsable(current, clock.now())) return current;
      throw new Problem('providerFailed', error.message, { cause: error });
    }
  }

  function isRefusal(error: unknown): error is Error {
    if (error instanceof ProviderRefusal) return error.reason === 'credentials';
    return error instanceof ProviderAway && !rules.holds('transient');
  }

  /** A token answer, or the row when another has renewed it meanwhile. */
  async function askTwice(held: Held): Promise<TokenAnswer | SecretConnection> {
    try {
      return await spend(held);
    } catch (error) {
      const isRefused = error instanceof ProviderRefusal && error.reason === 'credentials';
      if (!isRefused || held.lease.spend !== null) throw error;
      await sleep(times.retryMillis);
      const latest = await reread(held.current);
      return latest.generation > held.current.generation ? latest : spend(held);
    }
  }

  async function spend({ current, credentials, lease: { fence, spend: before } }: Held): Promise<TokenAnswer> {
    const { projectId, id, generation } = current;
    const state = before === 'lost' ? 'lost' : 'asked';
    const ask = await tokenQuestion(deps, current, credentials, times.timeoutMillis);
    if (!(await stores.connections.noteSpend(projectId, id, { fence, generation }, state, leaseMillis)))
      throw overtaken();
    return ask();
  }

  async function refused({ current, lease }: Held, error: Error): Promise<SecretConnection> {
    await markBad(current, lease.spend === 'lost' ? [LOST_ANSWER, error.message] : [error.message]);
    await stores.connections.releaseRefresh(current.projectId, current.id, lease.fence, { spend: null });
    const latest = await reread(current); // somebody may have signed in anew meanwhile
    if (latest.generation > current.generation) return latest;
    throw badCredentials(error);
  }

  /** Later: when the provider can be expected back, or when there is nothing left to lose by asking. */
  async function postpone({ current, lease }: Held, cause: Error): Promise<void> {
    const refreshFailures = current.refreshFailures + 1;
    const { mayHaveActed = false, retryAfterMs = 0 } = cause instanceof ProviderAway ? cause : {};
    const spend = lease.spend ?? (mayHaveActed ? 'unknown' : null);
    const later = clock.now() + Math.max(refreshBackoff(refreshFailures), retryAfterMs);
    const refreshTime = spend !== null && isUsable(current, clock.now()) ? current.expireTime : later;
    const { projectId, id } = current;
    await stores.connections.releaseRefresh(projectId, id, lease.fence, { refreshTime, refreshFailures, spend });
    log.warn('tokens not renewed', { projectId, connectionId: id, refreshFailures, spend, reason: cause.message });
  }

  async function goOn(
    current: SecretConnection,
    { fence }: RefreshLease,
    change: { refreshTime?: number | null; spend?: RefreshSpend | null },
  ): Promise<SecretConnection> {
    await stores.connections.releaseRefresh(current.projectId, current.id, fence, change);
    return current;
  }

  async function reread({ projectId, id }: SecretConnection): Promise<SecretConnection> {
    const row = await stores.connections.findSecret(projectId, id);
    if (!row) throw new Problem('notFound', 'There is no such connection.');
    return row;
  }
}

function overtaken(): Problem {
  return new Problem('unavailable', 'The credentials are being renewed. Try again in a moment.');
}
