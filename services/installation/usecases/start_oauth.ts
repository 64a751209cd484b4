import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ProviderFacts } from '../domain/provider.ts';
import type { ProviderApp } from '../domain/provider_app.ts';
import { checkRefs } from '../domain/refs.ts';
import { isPlainObject } from '../domain/spot.ts';
import type { Deps } from './deps.ts';
import { knownProvider } from './known_provider.ts';

export type OauthRequest = {
  projectId: string;
  provider: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  workspaceRef: string;
  metadataJson: string;
  providerAppId: string;
};
export type StartOauth = ReturnType<typeof makeStartOauth>;

const SESSION_MILLIS = 10 * 60_000;
export const CALLBACK_PATH = '/callbacks/v1/oauth';

/** Where to send the customer's browser. The state is 256 random bits of which only the hash is kept. */
export function makeStartOauth({ stores, connectors, box, clock, newId }: Deps, publicUrl: string) {
  return async function startOauth(_call: Call, request: OauthRequest): Promise<{ url: string }> {
    const { projectId, groupRef, groupName, consumerRef, consumerName, workspaceRef, metadataJson } = request;
    checkRefs({ groupRef, consumerRef, groupName, consumerName, providerWorkspaceRef: workspaceRef }, [
      'groupName',
      'consumerName',
      'providerWorkspaceRef',
    ]);
    const facts = oauthProvider(knownProvider(connectors, request.provider));
    const variables = connectors.variablesOf(facts.name, workspaceRef, metadataJson);
    await connectors.checkVariables(facts.name, variables);
    const app = await appFor(request, facts);
    const [id, state, verifier, now] = [newId(), random(), random(), clock.now()];
    await stores.oauthSessions.insert({
      id,
      projectId,
      stateHash: stateHash(state),
      provider: facts.name,
      providerAppId: app.id,
      groupRef,
      groupName,
      consumerRef,
      consumerName,
      workspaceRef,
      metadataJson: metadataJson || '{}',
      sealedVerifier: box.sealVerifier({ projectId, id }, verifier),
      createTime: now,
      expireTime: now + SESSION_MILLIS,
    });
    const redirectUri = publicUrl + CALLBACK_PATH;
    const url = connectors.authorizeUrl({
      provider: facts.name,
      client: box.openClient(app),
      variables,
      redirectUri,
      state,
      verifier,
      extraParams: extraParams(app),
    });
    return { url };
  };

  async function appFor({ projectId, providerAppId }: OauthRequest, facts: ProviderFacts): Promise<ProviderApp> {
    const app = providerAppId
      ? await stores.providerApps.find(projectId, providerAppId)
      : await stores.providerApps.findDefault(projectId, facts.name);
    if (!app && providerAppId) throw new Problem('notFound', 'There is no such provider app.');
    if (!app)
      throw unfit(
        `The project has no provider app for ${facts.displayName}.`,
        'Create one with the client id and secret that the provider gave you.',
      );
    if (app.provider !== facts.name) throw unfit(`The provider app is for ${app.provider}.`);
    if (facts.explicitScopesRequired && app.scopes.length === 0)
      throw unfit('The provider app names no scopes, and this provider grants none by itself.');
    return app;
  }
}

/** What a state is looked up by. */
export function stateHash(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

function oauthProvider(facts: ProviderFacts): ProviderFacts {
  if (facts.authType === 'oauth2' && facts.grantType?.startsWith('authorizationCode')) return facts;
  throw unfit(
    `${facts.displayName} does not connect by a sign-in page.`,
    'Send the credentials with connections:generate.',
  );
}

/** A provider app may ask for further parameters: {"authQueryParams": {"optional_scope": ["a", "b"]}}. */
function extraParams({ metadataJson }: ProviderApp): Record<string, string> {
  const metadata: unknown = JSON.parse(metadataJson);
  const params = isPlainObject(metadata) ? metadata['authQueryParams'] : undefined;
  return Object.fromEntries(
    Object.entries(isPlainObject(params) ? params : {}).map(([name, value]) => [
      name,
      [value].flat().map(String).join(' '),
    ]),
  );
}

function unfit(detail: string, remedy?: string): Problem {
  return new Problem('unprocessable', detail, { issues: [{ in: 'body', name: 'provider', detail }], remedy });
}
