import { notFound, Problem } from '../../lib/problem/problem.ts';
import type { Caller__Output as Caller } from '../../protos/gen/causeway/identity/v1/Caller.ts';

type Fields = Record<string, unknown>;
type ConnectKeyScope = Pick<Caller, 'onlyIntegrationId' | 'onlyProvider'>;

/** Whether the caller has the key of a connect session. */
export function isConnectKey({ onlyProvider }: ConnectKeyScope): boolean {
  return onlyProvider !== '';
}

/**
 * Limits the key of a connect session to the provider and the integration of its session, in all parts of a request. A
 * session without an integration may use none. Throws permissionDenied for another provider, and notFound for another
 * integration.
 */
export function checkConnect(parts: readonly Fields[], { onlyIntegrationId, onlyProvider }: ConnectKeyScope): void {
  for (const { provider, integrationIdOrName = onlyIntegrationId } of parts) {
    if (provider !== undefined && provider !== onlyProvider) throw otherProvider();
    if (integrationIdOrName !== onlyIntegrationId) throw notFound('integration');
  }
}

/** Whether an item of a list, or a thing that a request names by id, belongs to the session. */
export function isWithin(item: Fields, { onlyIntegrationId, onlyProvider }: ConnectKeyScope): boolean {
  const { provider, integrationId, connection } = item;
  const ofConnection = isFields(connection) ? connection['provider'] : undefined;
  if ((provider ?? ofConnection ?? onlyProvider) !== onlyProvider) return false;
  if (integrationId !== undefined) return integrationId === onlyIntegrationId;
  return 'latestRevision' in item ? item['id'] === onlyIntegrationId : true;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function otherProvider(): Problem {
  return new Problem('permissionDenied', 'This connect session is for another provider.', {
    remedy: 'Make a connect session for that provider.',
  });
}
