import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Connection } from '../domain/connection.ts';
import { ProviderAway, ProviderRefusal, type AccountCall } from '../domain/provider.ts';
import type { Deps } from './deps.ts';
import type { GetCallAuth } from './get_call_auth.ts';
import { badCredentials } from './mark_bad.ts';
import { RefusedOnce, type ReportRejected } from './report_rejected.ts';

export type Account = { connection: Connection; module: string };
export type AskProvider = <T>(call: Call, account: Account, ask: (via: AccountCall) => Promise<T>) => Promise<T>;

/** What is left over for the way back. */
const SPARE_MILLIS = 500;

/**
 * Asks a provider as one account. Credentials that it rejects are renewed, or marked bad, as a read would, and it is
 * asked once more: a key after some moments, for its refusal to be confirmed or taken back. Throws notFound, unprocessable (bad credentials, or a question that it refuses) and providerFailed.
 */
export function makeAskProvider(
  { stores, connectors, clock }: Deps,
  { getCallAuth, reportRejected }: { getCallAuth: GetCallAuth; reportRejected: ReportRejected },
): AskProvider {
  return async function askProvider(call, account, ask) {
    const { projectId, id } = account.connection;
    const report = ({ generation }: Rejected) => reportRejected(call, { projectId, connectionId: id, generation });
    const answer = await once(call, account, ask).catch(async (error: unknown) => {
      if (!(error instanceof Rejected)) throw error;
      const isConfirmed = await report(error).then(
        () => true,
        (first: unknown) => waitOut(first, call),
      );
      return once(call, account, ask).catch(async (again: unknown) => {
        if (again instanceof Rejected && !isConfirmed) await report(again);
        throw again;
      });
    });
    await stores.connections.markWorking(projectId, id, clock.now());
    return answer;
  };

  /** False when it is time to ask again. Rethrows what is no first refusal, and one that the caller has no time for. */
  async function waitOut(error: unknown, { deadline }: Call): Promise<false> {
    if (!(error instanceof RefusedOnce) || error.retryAfter > deadline - SPARE_MILLIS) throw error;
    await sleep(Math.max(0, error.retryAfter - clock.now()));
    return false;
  }

  async function once<T>(
    call: Call,
    { connection, module }: Account,
    ask: (via: AccountCall) => Promise<T>,
  ): Promise<T> {
    const { projectId, id, provider } = connection;
    const { headers, query, variables, generation } = await getCallAuth(call, { projectId, connectionId: id });
    const attachments = { headers, query };
    try {
      return await ask({ provider, module, attachments, variables, deadline: call.deadline - SPARE_MILLIS });
    } catch (error) {
      const name = connectors.find(provider)?.displayName ?? provider;
      throw error instanceof ProviderRefusal || error instanceof ProviderAway
        ? problemOf(error, { name, generation, now: clock.now() })
        : error;
    }
  }
}

/** What is thrown when the same happens again: the credentials are bad, whatever was tried. */
class Rejected extends Problem {
  readonly generation: number;

  constructor(generation: number, cause: unknown) {
    const { kind, detail, extras } = badCredentials(cause);
    super(kind, detail, extras);
    this.generation = generation;
  }
}

type About = { name: string; generation: number; now: number };

function problemOf(error: ProviderRefusal | ProviderAway, { name, generation, now }: About): Problem {
  if (error instanceof ProviderAway) {
    const retryAfter = error.retryAfterMs === undefined ? undefined : now + error.retryAfterMs;
    return new Problem('providerFailed', `${name} did not answer as it should. Try again later.`, {
      causes: [error.message],
      retryAfter,
      cause: error,
    });
  }
  if (error.reason === 'credentials') return new Rejected(generation, error);
  return error.isAbsent
    ? new Problem('notFound', `${name} has no such object.`, { causes: [error.message] })
    : new Problem('unprocessable', `${name} refused.`, { causes: [error.message] });
}
