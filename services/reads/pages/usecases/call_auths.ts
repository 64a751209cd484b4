import { createCallAuthCache, type CallAuthCache } from '../../../../connectors/calls/call_auth_cache.ts';
import { ProviderFailure } from '../../../../connectors/engine/answer/failure.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { CallAuth, InstallationClient } from '../../domain/installation.ts';
import { sayInstallationGone } from '../../domain/installation_gone.ts';

export type CallAuths = CallAuthCache<CallAuth>;

type Deps = { installation: Pick<InstallationClient, 'getCallAuth' | 'reportRejected'>; clock: Clock };

/** The credentials of reads: the installation service keeps them. */
export function createCallAuths({ installation, clock }: Deps): CallAuths {
  const source = {
    get: ({ projectId, connectionId }: { projectId: string; connectionId: string }) =>
      installation.getCallAuth(projectId, connectionId).catch(sayRefused).catch(sayInstallationGone),
    reportRejected: ({ projectId, connectionId }: { projectId: string; connectionId: string }, generation: number) =>
      installation.reportRejected(projectId, connectionId, generation),
  };
  return createCallAuthCache({ source, clock });
}

/**
 * The installation service has recorded that the provider refuses these credentials. Throws the same ProviderFailure as
 * a new refusal, so a read handles both alike.
 */
function sayRefused(error: unknown): never {
  if (error instanceof Problem && error.kind === 'unprocessable')
    throw new ProviderFailure('credentials', error.detail, { cause: error });
  throw error;
}
