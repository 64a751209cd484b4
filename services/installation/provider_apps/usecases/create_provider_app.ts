import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { ShownProviderApp } from '../domain/provider_app.ts';
import { checkRefs } from '../../domain/refs.ts';
import { checkPinned, checkProviderApp } from './check_provider_app.ts';
import type { Deps } from '../../secrets/usecases/deps.ts';

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

/**
 * Stores the OAuth client that a builder registered at a provider. Its secret is sealed and never shown again. Throws
 * invalidArgument, unprocessable and alreadyExists.
 */
export function makeCreateProviderApp({ stores, connectors, box, clock, newId }: Deps) {
  return async function createProviderApp(_call: Call, request: NewProviderApp): Promise<ShownProviderApp> {
    const { projectId, provider, clientId, clientSecret, externalRef, scopes, metadataJson } = request;
    checkRefs({ clientId, externalRef, provider }, ['externalRef']);
    if (clientSecret === '') throw required('clientSecret');
    checkProviderApp(connectors, { provider, scopes, metadataJson });
    checkPinned(connectors, { provider, metadataJson });
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
    const app = { ...shown, sealedSecret: box.sealClientSecret({ projectId, id }, clientSecret) };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('providerApps', { projectId });
      await s.providerApps.insert(app);
    });
    return shown;
  };
}

function required(name: string): Problem {
  return new Problem('invalidArgument', 'The provider app is incomplete.', {
    issues: [{ in: 'body', name, detail: 'This is required.' }],
  });
}
