import type { ConnectionStore } from '../../connections/domain/connection.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { hasSignInPage, type OpenSignIn } from './open_sign_in.ts';

type Deps = { stores: { connections: ConnectionStore }; connectors: Connectors };

/**
 * Starts a new sign-in for an existing connection, which keeps its id, group, consumer and account. Throws notFound,
 * invalidArgument (variables) and unprocessable.
 */
export function makeRestartOauth({ stores, connectors }: Deps, openSignIn: OpenSignIn) {
  return async function restartOauth(
    _call: Call,
    { projectId, connectionId, openerOrigin }: { projectId: string; connectionId: string; openerOrigin: string },
  ): Promise<{ url: string }> {
    const full = await stores.connections.find(projectId, connectionId);
    if (!full) throw notFound('connection');
    const { provider, groupRef, consumerRef, workspaceRef, metadataJson, providerAppId } = full.connection;
    const facts = connectors.find(provider);
    if (!facts || !hasSignInPage(facts)) throw notBySignIn();
    return openSignIn(facts, {
      projectId,
      connectionId,
      groupRef,
      groupName: full.group.name,
      consumerRef,
      consumerName: full.consumer.name,
      workspaceRef,
      metadataJson,
      providerAppId: full.providerApp ? (providerAppId ?? '') : '',
      openerOrigin,
      returnUrl: '',
      createsOnly: false,
    });
  };
}

function notBySignIn(): Problem {
  return new Problem('unprocessable', 'This connection was not made on a sign-in page of the provider.', {
    remedy: 'Send new credentials with PATCH …/connections/{connectionId}.',
  });
}
