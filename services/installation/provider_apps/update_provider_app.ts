import type { Audit } from '../../../lib/audit/audit.ts';
import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import type { Connectors } from '../providers/provider.ts';
import { checkRefs } from '../refs.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { maskedFields } from '../update_mask.ts';
import type { ConnectionsOfApp, ProviderApp, ProviderAppStore, ShownProviderApp } from './provider_app.ts';
import { checkPinned, checkProviderApp } from './provider_apps.ts';

type Deps = Given<WithOutbox<{ providerApps: ProviderAppStore; connections: ConnectionsOfApp }>> & {
  connectors: Connectors;
  box: CredentialBox;
  audit: Audit<'installation'>;
};

type UpdateProviderAppRequest = {
  projectId: string;
  providerAppId: string;
  updateMask: string[];
  providerAppJson: string;
};

const MASKS = ['externalRef', 'clientId', 'clientSecret', 'provider', 'scopes', 'metadata'];

/**
 * Changes the OAuth client that a builder registered. Existing connections use the new values, so the provider can't
 * change while one exists. Throws notFound, invalidArgument, unprocessable, conflict and alreadyExists.
 */
export function makeUpdateProviderApp({ stores, connectors, box, clock, audit }: Deps) {
  return async function updateProviderApp(call: Call, request: UpdateProviderAppRequest): Promise<ShownProviderApp> {
    const { projectId, providerAppId, updateMask } = request;
    const given = parseJson(request.providerAppJson || '{}') as unknown as Record<string, unknown>;
    const fields = maskedFields({ updateMask, given, allowed: MASKS, of: 'providerApp' });
    const masked = Object.fromEntries(fields.map((field) => [field, given[field]]));
    return stores.transaction(async (s) => {
      const app = await s.providerApps.lock(projectId, providerAppId);
      if (!app) throw notFound('provider app');
      const changed = { ...withFields(app, masked), updateTime: clock.now() };
      checkRefs({ clientId: changed.clientId, externalRef: changed.externalRef }, ['externalRef']);
      checkProviderApp(connectors, changed);
      // An app that version 0.1.0 stored may have no hosts; other changes of it stay possible.
      if (masked['metadata'] !== undefined || masked['provider'] !== undefined) checkPinned(connectors, changed);
      const user =
        changed.provider === app.provider ? undefined : await s.connections.findByProviderApp(projectId, providerAppId);
      if (user)
        throw new Problem('conflict', 'A connection uses this provider app, so its provider can not be changed.', {
          remedy: 'Create another app for the other provider.',
          context: { connectionId: user },
        });
      await s.providerApps.update(changed);
      const about = { projectId, targetId: providerAppId, targetName: changed.provider, fields };
      await audit(s.outbox, call, { action: 'providerApp.updated', ...about });
      const { sealedSecret: _sealed, ...shown } = changed;
      return shown;
    });
  };

  function withFields(app: ProviderApp, { clientSecret, metadata, ...plain }: Record<string, unknown>): ProviderApp {
    return {
      ...app,
      ...(plain as Partial<Pick<ProviderApp, 'externalRef' | 'clientId' | 'provider' | 'scopes'>>),
      ...(metadata !== undefined && { metadataJson: stringifyJson(metadata) }),
      ...(clientSecret !== undefined && { sealedSecret: box.sealClientSecret(app, String(clientSecret)) }),
    };
  }
}
