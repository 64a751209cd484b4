import type { Log } from '../../../lib/log/log.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ConnectionStore, RefreshTokens, SecretConnection } from '../connections/connection.ts';
import { badCredentials, type MarkBad } from '../connections/connections.ts';
import { type Credentials, isRefreshable, type OauthCredentials, secretsOf } from '../credentials.ts';
import type { Attachments, Connectors } from '../providers/provider.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { noTokenIssued } from '../tokens/refresh_tokens.ts';

type Deps = { stores: { connections: ConnectionStore }; connectors: Connectors; box: CredentialBox; clock: Clock };

export type CallAuth = Attachments & {
  variables: Record<string, string>;
  generation: number;
  expireTime: number | null;
  providerAppId: string | null;
  /** Every secret of the account, to mask it in the provider's answers. Never sent to another service. */
  secrets: string[];
};
export type GetCallAuth = ReturnType<typeof makeGetCallAuth>;

/**
 * The min time between two tries of bad credentials: short enough to recover automatically, long enough not to lock an
 * account.
 */
const MIN_PROBE_GAP_MS = 10 * 60_000;
/** Time before the deadline that is reserved for the caller to use the result. Ms. */
const SPARE_MS = 500;

/**
 * Returns the headers, query parameters and variables for a provider call. Calls the provider only to refresh tokens
 * that are about to expire. Throws notFound, unprocessable (bad credentials), providerFailed and unavailable.
 */
export function makeGetCallAuth(
  { stores, connectors, box, clock }: Deps,
  { refreshTokens, markBad }: { refreshTokens: RefreshTokens; markBad: MarkBad },
) {
  return async function getCallAuth(
    call: Call,
    { projectId, connectionId }: { projectId: string; connectionId: string },
  ): Promise<CallAuth> {
    const stored = await stores.connections.findSecret(projectId, connectionId);
    if (!stored) throw notFound('connection');
    if (stored.status === 'bad_credentials') await claimProbe(stored);
    const connection = await upToDate(call, stored, box.open(stored));
    const variables = connectors.variablesOf(connection.provider, connection.workspaceRef, connection.metadataJson);
    const credentials = box.open(connection);
    return {
      ...connectors.attachments(connection.provider, credentials, variables),
      variables,
      generation: connection.generation,
      expireTime: connection.expireTime,
      providerAppId: connection.providerAppId,
      secrets: secretsOf(credentials, connectors.find(connection.provider)?.plainInputs),
    };
  };

  async function claimProbe({ projectId, id }: SecretConnection): Promise<void> {
    const now = clock.now();
    if (!(await stores.connections.claimProbe(projectId, id, { before: now - MIN_PROBE_GAP_MS, now })))
      throw badCredentials();
  }

  async function upToDate(
    call: Call,
    connection: SecretConnection,
    credentials: Credentials,
  ): Promise<SecretConnection> {
    if (credentials.kind !== 'oauth2') return connection;
    const { expireTime, refreshTime, refreshFailures } = connection;
    const now = clock.now();
    const isExpired = expireTime !== null && expireTime <= now;
    const isDue = isExpired || (refreshTime !== null && refreshTime <= now);
    if (!isDue) return connection;
    if (!isRefreshable(credentials)) {
      if (!isExpired) return connection;
      await markBad(connection, ['The access token has expired and there is no refresh token.']);
      throw badCredentials();
    }
    if (refreshFailures > 0 && refreshTime !== null && refreshTime > now) {
      throw noTokenIssued(refreshTime);
    }
    return refreshTokens(connection, { force: false, deadline: call.deadline - SPARE_MS });
  }
}

type ReportRejectedDeps = { stores: { connections: ConnectionStore }; box: CredentialBox; clock: Clock; log: Log };

type ReportRejectedParts = {
  refreshTokens: RefreshTokens;
  markBad: MarkBad;
  /**
   * Some providers reject valid credentials under load. So a key is bad only if it is rejected again after this time
   * (milliseconds) and within FORGET_REJECTION_MS. Until then a rejection is temporary, like a 503, and the caller tries again.
   */
  confirmMs: number;
};
type RejectionReport = { projectId: string; connectionId: string; generation: number };
export type ReportRejected = ReturnType<typeof makeReportRejected>;

/**
 * After this many rejections of tokens that were just issued, the credentials are marked as bad instead of refreshed.
 */
const MAX_REJECTIONS = 3;
const JUST_ISSUED_MS = 60_000;
const FORGET_REJECTION_MS = 10 * 60_000;
/**
 * The kinds of temporary failures: the credentials may still be valid. These problems are rethrown; otherwise a read
 * would treat the 401 as final.
 */
const TEMPORARY_FAILURES: readonly ProblemKind[] = ['unavailable', 'providerFailed'];

/**
 * Thrown for a first rejection, because the credentials may still be valid. The caller tries again at `retryAfter`
 * (Unix milliseconds).
 */
export class RejectedOnce extends Problem {
  readonly retryAfter: number;

  constructor(retryAfter: number) {
    super('providerFailed', 'The provider rejected the credentials. They count as bad only if it rejects them again.', {
      retryAfter,
    });
    this.retryAfter = retryAfter;
  }
}

/**
 * Handles a 401 from the provider: refreshes tokens, or marks a key as bad once the rejection is confirmed. A report
 * about credentials that have been replaced since is ignored.
 */
export function makeReportRejected(
  { stores, box, clock, log }: ReportRejectedDeps,
  { refreshTokens, markBad, confirmMs }: ReportRejectedParts,
) {
  /**
   * Throws RejectedOnce for a first rejection, notFound, and unavailable or providerFailed when tokens can't be
   * refreshed now.
   */
  return async function reportRejected(
    call: Call,
    { projectId, connectionId, generation }: RejectionReport,
  ): Promise<void> {
    const connection = await stores.connections.findSecret(projectId, connectionId);
    if (!connection) throw notFound('connection');
    if (connection.generation !== generation || connection.status === 'bad_credentials') return;
    const credentials = box.open(connection);
    const isForGood =
      credentials.kind === 'oauth2' && isRefreshable(credentials)
        ? (await count(connection, credentials)) >= MAX_REJECTIONS
        : await isConfirmed(connection);
    if (isForGood) return markBad(connection, ['The provider rejected the credentials.']);
    await refreshTokens(connection, { force: true, deadline: call.deadline - SPARE_MS }).catch((error: unknown) => {
      if (!(error instanceof Problem) || TEMPORARY_FAILURES.includes(error.kind)) throw error;
      log.info('rejected tokens not refreshed', { projectId, connectionId, kind: error.kind });
    });
  };

  async function count(connection: SecretConnection, { tokens }: OauthCredentials): Promise<number> {
    const isNew = clock.now() - tokens.issueTime < JUST_ISSUED_MS;
    const rejections = isNew ? connection.rejections + 1 : 1;
    await note(connection, rejections);
    return rejections;
  }

  /** True when the rejection is confirmed; throws RejectedOnce otherwise. */
  async function isConfirmed(connection: SecretConnection): Promise<true> {
    const now = clock.now();
    const { rejections, rejectionTime } = connection;
    const isKnown = rejections > 0 && rejectionTime !== null && now - rejectionTime < FORGET_REJECTION_MS;
    const first = isKnown ? rejectionTime : now;
    if (!isKnown) await note(connection, 1);
    if (now < first + confirmMs) throw new RejectedOnce(first + confirmMs);
    return true;
  }

  async function note({ projectId, id, generation }: SecretConnection, rejections: number): Promise<void> {
    const rejectionTime = clock.now();
    await stores.connections.noteRejections(projectId, id, generation, { rejections, rejectionTime });
  }
}
