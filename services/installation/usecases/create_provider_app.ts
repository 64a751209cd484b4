import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ShownProviderApp } from '../domain/connection.ts';
import { checkRefs } from '../domain/refs.ts';
import type { Deps } from './deps.ts';
import { knownProvider } from './known_provider.ts';

export type NewProviderApp = {
  projectId: string;
  provider: string;
  clientId: string;
  clientSecret: string;
  externalRef: string;
  scopes: string[];
  metadataJson: string;
};
export type CreateProviderApp = ReturnType<typeof makeCreateProviderApp>;

/** The OAuth client that a builder registered at a provider; its secret is sealed and never shown again. */
export function makeCreateProviderApp({ stores, connectors, box, clock, newId }: Deps) {
  return async function createProviderApp(_call: Call, request: NewProviderApp): Promise<ShownProviderApp> {
    const { projectId, provider, clientId, clientSecret, externalRef, scopes, metadataJson } = request;
    checkRefs({ clientId, externalRef, provider }, ['externalRef']);
    if (clientSecret === '') throw required('clientSecret');
    knownProvider(connectors, provider);
    if (provider === 'hubspot' && scopes.length === 0) throw scopesRequired();
    const id = newId();
    const shown = {
      id,
      projectId,
      provider,
      clientId,
      externalRef,
      scopes,
      metadataJson: metadataJson || '{}',
      createTime: clock.now(),
      updateTime: null,
    };
    await stores.providerApps.insert({ ...shown, sealedSecret: box.sealClientSecret({ projectId, id }, clientSecret) });
    return shown;
  };
}

function required(name: string): Problem {
  return new Problem('invalidArgument', 'The provider app is not complete.', {
    issues: [{ in: 'body', name, detail: 'This is required.' }],
  });
}

/** HubSpot gives tokens without any right to an app that asks for no scopes. */
function scopesRequired(): Problem {
  return new Problem('unprocessable', 'A HubSpot app needs scopes.', {
    issues: [
      { in: 'body', name: 'scopes', detail: 'List the scopes that the app asks for (hubspot-scopes-required).' },
    ],
  });
}
