import { Problem } from '../../lib/problem/problem.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';
import type { Connection__Output as ConnectionMessage } from '../../protos/gen/causeway/installation/v1/Connection.ts';
import type { Services } from '../rest/operation.ts';
import type { AnyRoute } from '../rest/router.ts';

type Request = Pick<Parameters<AnyRoute>[0], 'call' | 'caller' | 'projectId'>;
type IsOwn = (request: Request, id: string, path: Record<string, unknown>) => Promise<boolean>;
export type OwnershipChecks = Record<'connectionId' | 'installationId', IsOwn>;

/** A well-formed id that no row has: its timestamp is in 1970. */
export const ABSENT_ID = '00000000-0000-7000-8000-000000000000';

/** Checks whether the customer owns the row with an id. False for an absent row. */
export function ownershipChecks(installation: Services['installation']): OwnershipChecks {
  return {
    async connectionId({ call, caller, projectId }, connectionId) {
      const found = await installation
        .getConnection(call, { projectId, connectionId, includeCreds: false, includeRefreshToken: false, refresh: '' })
        .catch(nullWhenAbsent);
      return isOwn(found, caller);
    },
    async installationId({ call, caller, projectId }, installationId, { integrationIdOrName }) {
      const key = { projectId, integrationId: String(integrationIdOrName), installationId };
      const { installations } = await installation.batchGetInstallations(call, { keys: [key] });
      return isOwn(installations[0]?.connection ?? null, caller);
    },
  };
}

function isOwn(connection: ConnectionMessage | null, { groupRef, consumerRef, onlyProvider }: Caller): boolean {
  if (onlyProvider !== '' && connection?.provider !== onlyProvider) return false;
  return connection?.group?.groupRef === groupRef && connection.consumer?.consumerRef === consumerRef;
}

function nullWhenAbsent(error: unknown): null {
  if (error instanceof Problem && error.kind === 'notFound') return null;
  throw error;
}
