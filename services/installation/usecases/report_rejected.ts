import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { SecretConnection } from '../domain/connection.ts';
import { isRenewable, type Credentials } from '../domain/credentials.ts';
import type { Deps } from './deps.ts';
import type { MarkBad } from './mark_bad.ts';
import type { RenewTokens } from './renew_tokens.ts';

type Request = { projectId: string; connectionId: string; generation: number };
export type ReportRejected = ReturnType<typeof makeReportRejected>;

/** Tokens that are refused this often right after they were made are not worth making. */
const MOST_REJECTIONS = 3;
const JUST_MADE_MILLIS = 60_000;
const SPARE_MILLIS = 500;
/** Nobody refused anything yet. Who reads is told so: else he takes the 401 for the last word and gives up. */
const PASSING: readonly ProblemKind[] = ['unavailable', 'providerFailed'];

/**
 * The provider answered 401. Tokens are renewed; a key is marked bad at once. A complaint about credentials that have
 * been replaced since says nothing about those in force.
 */
export function makeReportRejected(
  { stores, box, clock, log }: Deps,
  { renewTokens, markBad }: { renewTokens: RenewTokens; markBad: MarkBad },
) {
  return async function reportRejected(call: Call, { projectId, connectionId, generation }: Request): Promise<void> {
    const connection = await stores.connections.findSecret(projectId, connectionId);
    if (!connection) throw new Problem('notFound', 'There is no such connection.');
    if (connection.generation !== generation || connection.status === 'bad_credentials') return;
    const credentials = box.open(connection);
    const rejections = await count(connection, credentials);
    if (credentials.kind !== 'oauth2' || !isRenewable(credentials) || rejections >= MOST_REJECTIONS) {
      await markBad(connection, ['The provider rejected the credentials.']);
      return;
    }
    await renewTokens(connection, { force: true, deadline: call.deadline - SPARE_MILLIS }).catch((error: unknown) => {
      if (!(error instanceof Problem) || PASSING.includes(error.kind)) throw error;
      log.info('rejected tokens not renewed', { projectId, connectionId, kind: error.kind });
    });
  };

  async function count(connection: SecretConnection, credentials: Credentials): Promise<number> {
    const isNew = credentials.kind === 'oauth2' && clock.now() - credentials.tokens.issueTime < JUST_MADE_MILLIS;
    const rejections = isNew ? connection.rejections + 1 : 1;
    await stores.connections.noteRejections(connection.projectId, connection.id, connection.generation, rejections);
    return rejections;
  }
}
