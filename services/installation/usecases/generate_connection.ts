import type { Call } from '../../../lib/rpc/call.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { FullConnection } from '../domain/connection.ts';
import { requestedCredentials } from '../domain/requested_credentials.ts';
import { isPlainObject } from '../domain/spot.ts';
import { checkParties } from './check_parties.ts';
import { connectionEvent } from './connection_event.ts';
import type { Deps } from './deps.ts';
import { knownProvider } from './known_provider.ts';
import { newConnection, type Asked } from './new_connection.ts';
import { obtainCredentials } from './obtain_credentials.ts';

export type GenerateRequest = Asked & { groupName: string; consumerName: string; credentialsJson: string };
export type GenerateConnection = ReturnType<typeof makeGenerateConnection>;

/** A connection from credentials in hand. Group and consumer come to be, or are renamed, with it. */
export function makeGenerateConnection(deps: Deps) {
  const { stores, connectors, clock, newId } = deps;
  return async function generateConnection(_call: Call, request: GenerateRequest): Promise<FullConnection> {
    const { projectId, groupRef, groupName, consumerRef, consumerName } = request;
    checkParties(request);
    const facts = knownProvider(connectors, request.provider);
    const asked = requestedCredentials(parseCredentials(request.credentialsJson), facts, clock.now());
    const variables = connectors.variablesOf(facts.name, request.workspaceRef, request.metadataJson);
    await connectors.checkVariables(facts.name, variables);
    const obtained = await obtainCredentials(connectors, asked, { facts, variables, now: clock.now() });
    const app = asked.kind === 'tokens' ? await stores.providerApps.findDefault(projectId, facts.name) : undefined;
    const connection = newConnection(deps, request, { ...obtained, providerAppId: app?.id ?? null });
    return stores.transaction(async (s) => {
      const time = clock.now();
      await s.groups.upsert(projectId, { ref: groupRef, name: groupName, time });
      await s.consumers.upsert(projectId, { ref: consumerRef, name: consumerName, time });
      await s.connections.insert(connection);
      const stored = await s.connections.find(projectId, connection.id);
      if (!stored) throw new Error('The connection is not there after it was inserted.');
      await s.events.add(
        connectionEvent(
          'connection.created',
          { ...connection, consumerName: stored.consumer.name },
          { eventId: newId(), time },
        ),
      );
      return stored;
    });
  };
}

function parseCredentials(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text || '{}');
  if (isPlainObject(value)) return value;
  throw new Problem('invalidArgument', 'The credentials must be an object.');
}
