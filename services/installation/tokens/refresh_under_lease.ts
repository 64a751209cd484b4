import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../lib/log/log.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import { providerLabel } from '../../../lib/telemetry/provider_label.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type ConnectionStore, isUsable, type SecretConnection } from '../connections/connection.ts';
import { badCredentials, type MarkBad } from '../connections/connections.ts';
import { isRefreshable, type OauthCredentials, refreshBackoffMs, secretsOf, type TokenAnswer } from '../credentials.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import { type Connectors, ProviderRefusal, ProviderUnavailable } from '../providers/provider.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import {
  LOST_ANSWER_TEXT,
  type RefreshLease,
  type RefreshLeaseStore,
  type RefreshTokenState,
  refreshInProgress,
} from './refresh_lease.ts';
import type { NoteLostAnswer, SaveTokens } from './save_tokens.ts';

type Deps = {
  stores: { connections: ConnectionStore; refreshLeases: RefreshLeaseStore; providerApps: ProviderAppStore };
  connectors: Connectors;
  box: CredentialBox;
  clock: Clock;
  log: Log;
};

export type RefreshTimes = {
  /** The wait before a refused grant is tried again. Some providers need seconds to recognize their own tokens. */
  retryMs: number;
  /** Timeout of a request to the token endpoint. */
  timeoutMs: number;
  /**
   * How long a caller with a valid token waits: long enough for the answer of a typical endpoint, so that the caller
   * gets the new token.
   */
  momentMs: number;
  /** How long a caller without a valid token waits. A read worker is blocked at most for this time. */
  maxWaitMs: number;
};
type RefreshUnderLeaseParts = { markBad: MarkBad; noteLostAnswer: NoteLostAnswer; saveTokens: SaveTokens };
type LeasedRefresh = { current: SecretConnection; credentials: OauthCredentials; lease: RefreshLease; force: boolean };

export type RefreshUnderLease = ReturnType<typeof makeRefreshUnderLease>;

/**
 * How much longer the lease lasts than the timeout of a token request, in ms. This is time for the commits before and
 * after the request on a slow database.
 */
const LEASE_SPARE_MS = 15_000;

export function leaseMsOf({ timeoutMs }: RefreshTimes): number {
  return timeoutMs + LEASE_SPARE_MS;
}

/**
 * Runs as the holder of the lease: records that the refresh token is being sent, sends it, and stores the response. See
 * refresh_lease.ts for a token whose response never arrived.
 *
 * A refused grant is verified before it is reported, because another replica may have rotated the token shortly before.
 * A missing answer (network, 429, 5xx) never marks a connection as bad.
 */
export function makeRefreshUnderLease(
  deps: Deps,
  { markBad, noteLostAnswer, saveTokens }: RefreshUnderLeaseParts,
  times: RefreshTimes,
) {
  const { stores, box, clock, log } = deps;
  const leaseMs = leaseMsOf(times);
  /**
   * Returns the connection with its current credentials. Throws notFound, unprocessable (refused), providerFailed and
   * unavailable.
   */
  return async function refreshUnderLease(
    current: SecretConnection,
    lease: RefreshLease,
    force: boolean,
  ): Promise<SecretConnection> {
    const credentials = box.open(current);
    if (credentials.kind !== 'oauth2' || !isRefreshable(credentials)) return goOn(current, lease, {});
    const tokenState = await tokenStateBefore(current, lease);
    const held = { current, credentials, lease: { ...lease, tokenState }, force };
    // The provider may have rotated this token. Do not send it again while the access token is valid.
    if (tokenState !== null && !force && isUsable(current, clock.now()))
      return goOn(current, lease, { refreshTime: current.expireTime, tokenState });
    return refresh(held);
  };

  async function tokenStateBefore(
    current: SecretConnection,
    { fence, tokenState }: RefreshLease,
  ): Promise<RefreshTokenState | null> {
    if (tokenState !== 'asked') return tokenState;
    if (!(await noteLostAnswer(current, fence, leaseMs))) throw refreshInProgress();
    return 'lost';
  }

  async function refresh(held: LeasedRefresh): Promise<SecretConnection> {
    const { current, credentials } = held;
    const count = (end: 'refreshed' | 'refused' | 'failed') =>
      metrics.tokenRefreshes.inc({ provider: providerLabel(current.provider), end });
    try {
      const answer = await askTwice(held);
      if ('generation' in answer) return answer;
      await saveTokens(current, credentials, answer);
      count('refreshed');
      return await reread(current);
    } catch (error) {
      count(isRefusal(error) ? 'refused' : 'failed');
      if (isRefusal(error)) return refused(held, error);
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
      await postpone(held, error);
      if (!held.force && isUsable(current, clock.now())) return current;
      throw new Problem('providerFailed', error.message, { cause: error });
    }
  }

  /**
   * Sends the refresh token. After a refusal it is sent once more, unless an earlier request had no known answer
   * (`tokenState`): then the refusal is final. Returns the token answer, or the connection if another process has
   * refreshed its tokens meanwhile.
   */
  async function askTwice(held: LeasedRefresh): Promise<TokenAnswer | SecretConnection> {
    try {
      return await sendRefreshToken(held);
    } catch (error) {
      if (!isRefusal(error) || held.lease.tokenState !== null) throw error;
      await sleep(times.retryMs);
      const latest = await reread(held.current);
      return latest.generation > held.current.generation ? latest : sendRefreshToken(held);
    }
  }

  async function sendRefreshToken({
    current,
    credentials,
    lease: { fence, tokenState: before },
  }: LeasedRefresh): Promise<TokenAnswer> {
    const state = before === 'lost' ? 'lost' : 'asked';
    const ask = await prepareTokenRequest(deps, current, credentials, times.timeoutMs);
    if (!(await stores.refreshLeases.noteTokenState(current, fence, state, leaseMs))) throw refreshInProgress();
    return ask();
  }

  async function refused({ current, lease }: LeasedRefresh, error: Error): Promise<SecretConnection> {
    await markBad(current, lease.tokenState === 'lost' ? [LOST_ANSWER_TEXT, error.message] : [error.message]);
    await stores.refreshLeases.release(current, lease.fence, { tokenState: null });
    const latest = await reread(current); // the customer may have signed in again meanwhile
    if (latest.generation > current.generation) return latest;
    throw badCredentials(error);
  }

  /** Postpones the next refresh until the provider may be available again, or until the access token has expired. */
  async function postpone(
    { current, lease }: LeasedRefresh,
    cause: ProviderUnavailable | ProviderRefusal,
  ): Promise<void> {
    const refreshFailures = current.refreshFailures + 1;
    const { retryAfterMs = 0 } = cause instanceof ProviderUnavailable ? cause : {};
    const tokenState = lease.tokenState ?? (cause.mayHaveActed ? 'unknown' : null);
    const later = clock.now() + Math.max(refreshBackoffMs(refreshFailures), retryAfterMs);
    const refreshTime = tokenState !== null && isUsable(current, clock.now()) ? current.expireTime : later;
    const { projectId, id } = current;
    await stores.refreshLeases.release(current, lease.fence, { refreshTime, refreshFailures, tokenState });
    log.warn('token refresh postponed', {
      projectId,
      connectionId: id,
      refreshFailures,
      tokenState,
      reason: cause.message,
    });
  }

  async function goOn(
    current: SecretConnection,
    { fence }: RefreshLease,
    change: { refreshTime?: number | null; tokenState?: RefreshTokenState | null },
  ): Promise<SecretConnection> {
    await stores.refreshLeases.release(current, fence, change);
    return current;
  }

  async function reread({ projectId, id }: SecretConnection): Promise<SecretConnection> {
    const row = await stores.connections.findSecret(projectId, id);
    if (!row) throw notFound('connection');
    return row;
  }
}

function isRefusal(error: unknown): error is ProviderRefusal {
  return error instanceof ProviderRefusal && error.reason === 'credentials';
}

type AskForTokensDeps = { stores: { providerApps: ProviderAppStore }; connectors: Connectors; box: CredentialBox };

/**
 * Prepares the token request for these credentials: client credentials, password or refresh token. Everything that can
 * fail on our side happens here, so that calling the returned function only sends the request.
 */
async function prepareTokenRequest(
  { stores, connectors, box }: AskForTokensDeps,
  connection: SecretConnection,
  credentials: OauthCredentials,
  timeoutMs: number,
): Promise<() => Promise<TokenAnswer>> {
  const { projectId, provider, providerAppId, id: account } = connection;
  const { tokens, grant } = credentials;
  const variables = connectors.variablesOf(provider, connection.workspaceRef, connection.metadataJson);
  const owner = { projectId, providerAppId, account };
  const request = { owner, provider, variables, timeoutMs, secrets: secretsOf(credentials) };
  if (grant?.type === 'clientCredentials') {
    return () => connectors.clientCredentials({ ...request, client: grant.client });
  }
  if (grant?.type === 'password') return () => connectors.password({ ...request, ...grant });
  const app = providerAppId
    ? await stores.providerApps.find(projectId, providerAppId)
    : await stores.providerApps.findDefault(projectId, provider);
  const client = app && box.openClient(app);
  return () => connectors.refresh({ ...request, client, refreshToken: tokens.refreshToken ?? '' });
}
