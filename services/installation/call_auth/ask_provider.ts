import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Connection, ConnectionStore } from '../connections/connection.ts';
import { badCredentials } from '../connections/connections.ts';
import {
  type AccountCall,
  type Connectors,
  ProviderRefusal,
  ProviderUnavailable,
  RateLimited,
} from '../providers/provider.ts';
import { type GetCallAuth, RejectedOnce, type ReportRejected } from './call_auths.ts';

type Deps = { stores: { connections: ConnectionStore }; connectors: Connectors; clock: Clock };

export type AccountToCall = { connection: Connection; module: string };
export type AskProvider = <T>(call: Call, account: AccountToCall, ask: (via: AccountCall) => Promise<T>) => Promise<T>;

/** Time before the deadline that is reserved for returning the response. */
const SPARE_MS = 500;

/**
 * Calls a provider with the credentials of an account. If the provider rejects the credentials, handles the rejection
 * like a read does (reportRejected): refreshes the tokens, or marks the credentials as bad. Then repeats the call once.
 * With an API key, the call is repeated after a short wait, to confirm the rejection. Throws notFound, unprocessable
 * (bad credentials, or a refused request), rateLimited (the provider's limit), providerFailed and unavailable.
 */
export function makeAskProvider(
  { stores, connectors, clock }: Deps,
  { getCallAuth, reportRejected }: { getCallAuth: GetCallAuth; reportRejected: ReportRejected },
): AskProvider {
  return async function askProvider(call, account, ask) {
    const { projectId, id } = account.connection;
    const report = ({ generation }: CredentialsRejected) =>
      reportRejected(call, { projectId, connectionId: id, generation });
    const answer = await once(call, account, ask).catch(async (error: unknown) => {
      if (!(error instanceof CredentialsRejected)) throw error;
      const isConfirmed = await report(error).then(
        () => true,
        (first: unknown) => waitOut(first, call),
      );
      return once(call, account, ask).catch(async (again: unknown) => {
        if (again instanceof CredentialsRejected && !isConfirmed) await report(again);
        throw again;
      });
    });
    await stores.connections.markWorking(projectId, id, clock.now());
    return answer;
  };

  /**
   * After a first rejection, waits until the call may be repeated, then returns false. Rethrows every other error, and
   * a rejection whose wait exceeds the deadline.
   */
  async function waitOut(error: unknown, { deadline }: Call): Promise<false> {
    if (!(error instanceof RejectedOnce) || error.retryAfter > deadline - SPARE_MS) throw error;
    await sleep(Math.max(0, error.retryAfter - clock.now()));
    return false;
  }

  async function once<T>(
    call: Call,
    { connection, module }: AccountToCall,
    ask: (via: AccountCall) => Promise<T>,
  ): Promise<T> {
    const { projectId, id, provider } = connection;
    const auth = await getCallAuth(call, { projectId, connectionId: id });
    const { headers, query, variables, generation, secrets, providerAppId } = auth;
    const attachments = { headers, query };
    const caller = { projectId, connectionId: id, providerAppId };
    try {
      return await ask({
        caller,
        provider,
        module,
        attachments,
        variables,
        secrets,
        deadline: call.deadline - SPARE_MS,
      });
    } catch (error) {
      const name = connectors.find(provider)?.displayName ?? provider;
      throw error instanceof ProviderRefusal || error instanceof ProviderUnavailable
        ? problemOf(error, { name, generation, now: clock.now() })
        : error;
    }
  }
}

/**
 * The provider rejected the credentials. The caller of askProvider gets this problem only if the repeated call is
 * rejected, too.
 */
class CredentialsRejected extends Problem {
  readonly generation: number;

  constructor(generation: number, cause: unknown) {
    const { kind, detail, extras } = badCredentials(cause);
    super(kind, detail, extras);
    this.generation = generation;
  }
}

const RETRY_REMEDY = 'Send the request again after the time in Retry-After; a permit is reserved for it.';

type FailedCall = { name: string; generation: number; now: number };

function problemOf(error: ProviderRefusal | ProviderUnavailable, { name, generation, now }: FailedCall): Problem {
  if (error instanceof ProviderUnavailable) {
    const retryAfter = error.retryAfterMs === undefined ? undefined : now + error.retryAfterMs;
    if (error instanceof RateLimited)
      return new Problem('rateLimited', error.message, { retryAfter, remedy: RETRY_REMEDY });
    return new Problem('providerFailed', `${name} did not answer as it should. Try again later.`, {
      causes: [error.message],
      retryAfter,
      cause: error,
    });
  }
  if (error.reason === 'credentials') return new CredentialsRejected(generation, error);
  return error.isAbsent
    ? new Problem('notFound', `${name} has no such object.`, { causes: [error.message] })
    : new Problem('unprocessable', `${name} refused the request.`, { causes: [error.message] });
}
