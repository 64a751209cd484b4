import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { isRenewable, type OauthCredentials } from '../domain/credentials.ts';
import type { Deps } from './deps.ts';
import type { MarkBad } from './mark_bad.ts';
import type { RenewTokens } from './renew_tokens.ts';

type Means = {
  renewTokens: RenewTokens;
  markBad: MarkBad;
  /**
   * Some providers refuse good credentials when they are under load. So a key is bad when it is refused again after this, and
   * within FORGET_MILLIS: until then a single refusal is what it is with a 503, a call to make again.
   */
  confirmMillis: number;
};
type Request = { projectId: string; connectionId: string; generation: number };
export type ReportRejected = ReturnType<typeof makeReportRejected>;

/** Tokens that are refused this often right after they were made are not worth making. */
const MOST_REJECTIONS = 3;
const JUST_MADE_MILLIS = 60_000;
const SPARE_MILLIS = 500;
const FORGET_MILLIS = 10 * 60_000;
/** Nobody refused anything yet. Who reads is told so: else he takes the 401 for the last word and gives up. */
const PASSING: readonly ProblemKind[] = ['unavailable', 'providerFailed'];

/** What a caller hears of a first refusal: nothing is known yet, ask again from `retryAfter` on. */
export class RefusedOnce extends Problem {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('providerFailed', 'The provider refused the credentials. It is asked once more before they are called bad.', {
      retryAfter,
    });
    this.retryAfter = retryAfter;
  }
}

/**
 * The provider answered 401. Tokens are renewed; a key is marked bad when that is confirmed. A complaint about credentials
 * that have been replaced since says nothing about those in force.
 */
export function makeReportRejected(
  { stores, box, clock, log, rules }: Deps,
  { renewTokens, markBad, confirmMillis }: Means,
) {
  /** Throws RefusedOnce for a first refusal, notFound, and while tokens can't be renewed unavailable or providerFailed. */
  return async function reportRejected(call: Call, { projectId, connectionId, generation }: Request): Promise<void> {
    const connection = await stores.connections.findSecret(projectId, connectionId);
    if (!connection) throw new Problem('notFound', 'There is no such connection.');
    if (connection.generation !== generation || connection.status === 'bad_credentials') return;
    const credentials = box.open(connection);
    const isForGood =
      credentials.kind === 'oauth2' && isRenewable(credentials)
        ? (await count(connection, credentials)) >= MOST_REJECTIONS
        : await isConfirmed(connection);
    if (isForGood) return markBad(connection, ['The provider rejected the credentials.']);
    await renewTokens(connection, { force: true, deadline: call.deadline - SPARE_MILLIS }).catch((error: unknown) => {
      if (!(error instanceof Problem) || PASSING.includes(error.kind)) throw error;
      log.info('rejected tokens not renewed', { projectId, connectionId, kind: error.kind });
    });
  };

  async function count(connection: SecretConnection, { tokens }: OauthCredentials): Promise<number> {
    const isNew = clock.now() - tokens.issueTime < JUST_MADE_MILLIS;
    const rejections = isNew ? connection.rejections + 1 : 1;
    await note(connection, rejections);
    return rejections;
  }

  /** True, or RefusedOnce: what can't be renewed is never answered with nothing. */
  async function isConfirmed(connection: SecretConnection): Promise<true> {
    const now = clock.now();
    const { rejections, rejectionTime } = connection;
    const isKnown = rejections > 0 && rejectionTime !== null && now - rejectionTime < FORGET_MILLIS;
    const first = isKnown ? rejectionTime : now;
    if (!isKnown) await note(connection, 1);
    if (now < first + confirmMillis && rules.holds('secondRefusal')) throw new RefusedOnce(first + confirmMillis);
    return true;
  }

  async function note({ projectId, id, generation }: SecretConnection, rejections: number): Promise<void> {
    const rejectionTime = clock.now();
    await stores.connections.noteRejections(projectId, id, generation, { rejections, rejectionTime });
  }
}
