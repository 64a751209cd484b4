import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../../lib/db/errors.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { SecretConnection } from '../domain/connection.ts';
import {
  isRenewable,
  refreshBackoff,
  tokensFrom,
  type OauthCredentials,
  type TokenAnswer,
} from '../domain/credentials.ts';
import { ProviderAway, ProviderRefusal } from '../domain/provider.ts';
import { connectionEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';
import { badCredentials, type MarkBad } from './mark_bad.ts';
import { renewalTimes } from './new_connection.ts';

/**
 * Renews a connection's tokens, once, however many replicas want it.
 *
 * A refresh token is often good for one use, so only the holder of a lease on the row may spend it; the others wait, or
 * go on with an access token that is still good. The new tokens are stored if the row still has the generation that was
 * spent, not if the lease still holds: an owner that was paused past its lease and wakes with the only valid token must
 * be able to save it, and where somebody else was faster there is a newer generation and nothing is overwritten.
 *
 * A refused grant is looked into before anybody is told: another replica may have rotated the token a moment ago, and
 * some providers need seconds to know their own tokens. What is no answer (network, 429, 5xx) never marks a connection.
 * What can't be mended here: the provider has rotated and we crash before the commit. Then the customer signs in again.
 */
const LEASE_MILLIS = 30_000;
const POLL_MILLIS = 100;
const SAVE_TRIES = 4;

export type Renewal = {
  /** Renew even when the access token is still good; then a failure is an error. */
  force: boolean;
  /** Unix ms until which to wait for another's renewal. */
  deadline: number;
};
export type RenewTokens = ReturnType<typeof makeRenewTokens>;

export function makeRenewTokens(deps: Deps, markBad: MarkBad, { retryMillis = 2_000 }: { retryMillis?: number } = {}) {
  const { stores, box, clock, log } = deps;
  const isUsable = ({ expireTime, status }: SecretConnection) =>
    status !== 'bad_credentials' && (expireTime === null || expireTime > clock.now());

  /** The connection with the credentials to use now. Throws notFound, unprocessable (refused), providerFailed, unavailable. */
  return async function renewTokens(before: SecretConnection, renewal: Renewal): Promise<SecretConnection> {
    const { projectId, id, generation } = before;
    let current = before;
    for (;;) {
      const fence = await stores.connections.leaseRefresh(projectId, id, generation, LEASE_MILLIS);
      if (fence !== null) return renewUnderLease(current, fence, renewal.force);
      if (!renewal.force && isUsable(current)) return current;
      if (clock.now() >= renewal.deadline)
        throw new Problem('unavailable', 'The credentials are being renewed. Try again in a moment.');
      await sleep(POLL_MILLIS);
      current = await reread(current);
      if (current.generation > generation) return current;
      if (current.status === 'bad_credentials' && before.status !== 'bad_credentials') throw badCredentials();
    }
  };

  async function renewUnderLease(current: SecretConnection, fence: number, force: boolean): Promise<SecretConnection> {
    const credentials = box.open(current);
    if (credentials.kind !== 'oauth2' || !isRenewable(credentials)) return current;
    try {
      const answer = await askTwice(current, credentials);
      return 'generation' in answer ? answer : await save(current, credentials, answer);
    } catch (error) {
      if (error instanceof ProviderRefusal && error.reason === 'credentials') {
        await markBad(current, [error.message]);
        await stores.connections.releaseRefresh(current.projectId, current.id, fence, {});
        const latest = await reread(current); // somebody may have signed in anew meanwhile
        if (latest.generation > current.generation) return latest;
        throw badCredentials(error);
      }
      if (!(error instanceof ProviderAway || error instanceof ProviderRefusal)) throw error;
      await postpone(current, fence, error);
      if (!force && isUsable(current)) return current;
      throw new Problem('providerFailed', error.message, { cause: error });
    }
  }

  /** A token answer, or the row when another has renewed it meanwhile. */
  async function askTwice(
    current: SecretConnection,
    credentials: OauthCredentials,
  ): Promise<TokenAnswer | SecretConnection> {
    try {
      return await ask(deps, current, credentials);
    } catch (error) {
      if (!(error instanceof ProviderRefusal) || error.reason !== 'credentials') throw error;
      await sleep(retryMillis);
      const latest = await reread(current);
      return latest.generation > current.generation ? latest : ask(deps, current, credentials);
    }
  }

  async function save(
    spent: SecretConnection,
    credentials: OauthCredentials,
    answer: TokenAnswer,
  ): Promise<SecretConnection> {
    const now = clock.now();
    const renewed: OauthCredentials = { ...credentials, tokens: tokensFrom(answer, now, credentials.tokens) };
    const change = {
      ...renewalTimes(renewed),
      credentials: box.seal(spent, renewed),
      status: 'created' as const,
      statusTime: now,
      refreshFailures: 0,
    };
    await persist(() =>
      stores.transaction(async (s) => {
        if (!(await s.connections.replaceCredentials(spent.projectId, spent.id, spent.generation, change))) return;
        const full = await s.connections.find(spent.projectId, spent.id);
        await s.events.add(
          connectionEvent(
            'connection.refreshed',
            { ...spent, consumerName: full?.consumer.name ?? '' },
            { eventId: deps.newId(), time: now },
          ),
        );
      }),
    );
    log.info('tokens renewed', {
      projectId: spent.projectId,
      connectionId: spent.id,
      generation: spent.generation + 1,
    });
    return reread(spent);
  }

  /** The provider has rotated: these tokens exist nowhere else, so a database that is away for a moment is waited for. */
  async function persist(write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        if (tries >= SAVE_TRIES || !isTransient(error)) throw error;
        await sleep(250 * tries);
      }
    }
  }

  async function postpone(current: SecretConnection, fence: number, cause: Error): Promise<void> {
    const refreshFailures = current.refreshFailures + 1;
    const refreshTime = clock.now() + refreshBackoff(refreshFailures);
    await stores.connections.releaseRefresh(current.projectId, current.id, fence, { refreshTime, refreshFailures });
    log.warn('tokens not renewed', {
      projectId: current.projectId,
      connectionId: current.id,
      refreshFailures,
      reason: cause.message,
    });
  }

  async function reread({ projectId, id }: SecretConnection): Promise<SecretConnection> {
    const row = await stores.connections.findSecret(projectId, id);
    if (!row) throw new Problem('notFound', 'There is no such connection.');
    return row;
  }
}

async function ask(
  { stores, connectors, box }: Deps,
  connection: SecretConnection,
  { tokens, grant }: OauthCredentials,
): Promise<TokenAnswer> {
  const { projectId, provider, providerAppId } = connection;
  const request = {
    provider,
    variables: connectors.variablesOf(provider, connection.workspaceRef, connection.metadataJson),
  };
  if (grant?.type === 'clientCredentials') return connectors.clientCredentials({ ...request, client: grant.client });
  if (grant?.type === 'password') return connectors.password({ ...request, ...grant });
  const app = providerAppId
    ? await stores.providerApps.find(projectId, providerAppId)
    : await stores.providerApps.findDefault(projectId, provider);
  return connectors.refresh({
    ...request,
    client: app && box.openClient(app),
    refreshToken: tokens.refreshToken ?? '',
  });
}
