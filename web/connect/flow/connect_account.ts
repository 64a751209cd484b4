import type { Schema } from '../../api/contract.ts';
import { bodyOf, type Entry, signInMethodOf } from './credential_form.ts';
import { withSignInWindow } from './sign_in_window.ts';
import type { Visit } from './visit.ts';

/** Each value by the path of its entry, joined by dots. */
type Values = Readonly<Record<string, string>>;
type AccountInput = { provider: Schema<'ProviderInfo'>; entries: readonly Entry[]; values: Values; former: string };

/**
 * Connects the account of the session in the way that its provider needs. `former`: the id of the connection that is
 * connected again; empty for a new connection. Returns the id of the connection. Throws ApiProblem, or an error with a
 * message for the customer.
 */
export async function connectAccount(
  visit: Visit,
  { provider, entries, values, former }: AccountInput,
): Promise<string> {
  const { session, call } = visit;
  const { projectId, groupRef, groupName, consumerRef, consumerName } = session;
  const parties = { groupRef, groupName, consumerRef, consumerName, provider: provider.name };
  const entered = bodyOf(entries, values);
  const method = signInMethodOf(provider);
  if (method === 'window') return atProvider(visit, former, { ...parties, ...entered, projectIdOrName: projectId });
  if (method === 'steps') return inSteps(visit, { ...parties, ...entered, projectIdOrName: projectId });
  const path = { projectIdOrName: projectId };
  if (former === '') {
    const { body } = await call('generateConnection', { path, body: { ...parties, ...entered } });
    return body?.id ?? '';
  }
  const body = { updateMask: Object.keys(entered), connection: entered };
  await call('updateConnection', { path: { ...path, connectionId: former }, body });
  return former;
}

function atProvider({ session, call }: Visit, former: string, body: object): Promise<string> {
  const path = { projectIdOrName: session.projectId, connectionId: former };
  return withSignInWindow(async ({ visit }) => {
    const { body: url } = former ? await call('oauthUpdate', { path }) : await call('oauthConnect', { body });
    const answer = await visit(String(url));
    return 'connectionId' in answer ? answer.connectionId : former;
  });
}

/**
 * Signs in over several pages of the provider. Each page returns parameters for the next request, until there is a
 * connection.
 */
function inSteps({ session, call }: Visit, first: object): Promise<string> {
  return withSignInWindow(async ({ visit }) => {
    let body: object = first;
    for (;;) {
      const { body: next } = await call('customAuthConnect', { body });
      const { redirect, connection } = (next ?? {}) as {
        redirect?: { url: string; sessionId: string };
        connection?: Schema<'Connection'>;
      };
      if (connection) return connection.id;
      if (!redirect) return '';
      const answer = await visit(redirect.url);
      const callbackParams = 'params' in answer ? answer.params : {};
      body = { projectIdOrName: session.projectId, sessionId: redirect.sessionId, callbackParams };
    }
  });
}
