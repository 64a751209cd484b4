import type { OutboxStore } from '../../../../lib/events/outbox.ts';
import type { Audit } from '../../../../lib/audit/audit.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Connectors } from '../../providers/domain/provider.ts';
import type { CredentialBox } from '../../secrets/usecases/credential_box.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { ShownProviderApp, ProviderAppStore } from '../domain/provider_app.ts';
import { checkRefs } from '../../domain/refs.ts';
import { checkPinned, checkProviderApp } from './check_provider_app.ts';

type Deps = {
  stores: Transacting<{ quotas: QuotaStore; providerApps: ProviderAppStore; events: OutboxStore }>;
  connectors: Connectors;
  box: CredentialBox;
  clock: Clock;
  newId: NewId;
  audit: Audit<'installation'>;
};

export type NewProviderApp = {
  projectId: string;
  provider: string;
  clientId: string;
  clientSecret: string;
  externalRef: string;
  scopes: string[];
  metadataJson: string;
};

/**
 * Stores the OAuth client that a builder registered at a provider. Its secret is sealed and never shown again. Throws
 * invalidArgument, unprocessable and alreadyExists.
 */
export function makeCreateProviderApp({ stores, connectors, box, clock, newId, audit }: Deps) {
  return async function createProviderApp(call: Call, request: NewProviderApp): Promise<ShownProviderApp> {
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
      await audit(s.events, call, { action: 'providerApp.created', projectId, targetId: id, targetName: provider });
    });
    return shown;
  };
}

function required(name: string): Problem {
  return new Problem('invalidArgument', 'The provider app is incomplete.', {
    issues: [{ in: 'body', name, detail: 'This is required.' }],
  });
}
