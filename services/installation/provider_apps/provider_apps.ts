import type { WriteAuditEntry } from '../../../lib/audit/audit.ts';
import { parseJson, stringifyJson } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { Connectors, ProviderFacts } from '../providers/provider.ts';
import { isHostPattern, knownProvider, pinnedHosts } from '../providers/providers.ts';
import type { QuotaStore } from '../quota.ts';
import { checkRefs } from '../refs.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { maskedFields } from '../update_mask.ts';
import type { ConnectionsOfApp, ProviderApp, ProviderAppStore, ProviderAppWithoutSecret } from './provider_app.ts';

/** Checks that an app can work with its provider. Throws unprocessable. */
export function checkProviderApp(
  connectors: Connectors,
  { provider, scopes, metadataJson }: { provider: string; scopes: string[]; metadataJson: string },
): void {
  knownProvider(connectors, provider);
  for (const host of pinnedHosts(metadataJson)) {
    // Anybody can own a host below a public suffix such as .co.uk.
    if (!isHostPattern(host) || (host.startsWith('.') && !connectors.isOwnDomain(host))) throw invalidHost(host);
  }
  if (provider === 'hubspot' && scopes.length === 0) throw scopesRequired();
}

type AppHosts = { provider: string; metadataJson: string };

/** If customers enter the host of the sign-in, checks that the app pins the allowed hosts. Throws unprocessable. */
export function checkHostsPinned(connectors: Connectors, { provider, metadataJson }: AppHosts): void {
  const { hostsOnApp, displayName } = knownProvider(connectors, provider);
  if (!hostsOnApp || pinnedHosts(metadataJson).length > 0) return;
  throw new Problem('unprocessable', `An app of ${displayName} needs the hosts of its sign-in.`, {
    issues: [{ in: 'body', name: 'metadata.hosts', detail: 'List the hosts on which your customers sign in.' }],
    remedy: 'The client secret is sent to these hosts only. A leading dot allows all subdomains, as in .acme.example.',
  });
}

function invalidHost(host: string): Problem {
  return new Problem('unprocessable', 'The provider app names a host that is none.', {
    issues: [
      {
        in: 'body',
        name: 'metadata.hosts',
        detail: `${host.slice(0, 100)} is not a host such as crm.acme.example, nor one owner's domain such as .acme.example.`,
      },
    ],
  });
}

/** The problem for a HubSpot app without scopes: HubSpot would issue tokens without any permission. */
function scopesRequired(): Problem {
  return new Problem('unprocessable', 'A HubSpot app needs scopes.', {
    issues: [
      { in: 'body', name: 'scopes', detail: 'List the scopes that the app asks for (hubspot-scopes-required).' },
    ],
  });
}

type SignInTarget = { facts: ProviderFacts; variables: Record<string, string>; app: ProviderApp | undefined };

/**
 * If customers enter the host of the sign-in, checks that the app's secret is sent only to hosts that the builder
 * pinned on the app. Throws unprocessable, also when the app has no pinned hosts.
 */
export function checkSignInHosts(connectors: Connectors, { facts, variables, app }: SignInTarget): void {
  if (!facts.hostsOnApp) return;
  const hosts = app ? pinnedHosts(app.metadataJson) : [];
  if (hosts.length === 0)
    throw new Problem('unprocessable', `The provider app for ${facts.displayName} names no hosts.`, {
      remedy: `Customers of ${facts.displayName} sign in on a host of their own. List these hosts in metadata.hosts of the provider app.`,
    });
  const stray = connectors.strayHosts(facts.name, variables, hosts);
  if (stray.length > 0)
    throw new Problem('unprocessable', `The provider app does not allow sign-in on the host ${stray[0]}.`, {
      remedy: 'Correct the workspace. If the host is right, add it to metadata.hosts of the provider app.',
    });
}

type Deps = UseCaseContext<WithOutbox<{ quotas: QuotaStore; providerApps: ProviderAppStore }>> & {
  connectors: Connectors;
  box: CredentialBox;
  audit: WriteAuditEntry<'installation'>;
};

type NewProviderApp = {
  projectId: string;
  provider: string;
  clientId: string;
  clientSecret: string;
  externalRef: string;
  scopes: string[];
  metadataJson: string;
};

/**
 * Stores the OAuth client that a builder registered at a provider. Its secret is stored encrypted and never shown
 * again. Throws invalidArgument, unprocessable and alreadyExists.
 */
export function makeCreateProviderApp({ stores, connectors, box, clock, newId, audit }: Deps) {
  return async function createProviderApp(call: Call, request: NewProviderApp): Promise<ProviderAppWithoutSecret> {
    const { projectId, provider, clientId, clientSecret, externalRef, scopes, metadataJson } = request;
    checkRefs({ clientId, externalRef, provider }, ['externalRef']);
    if (clientSecret === '') throw missingValue('clientSecret');
    checkProviderApp(connectors, { provider, scopes, metadataJson });
    checkHostsPinned(connectors, { provider, metadataJson });
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
      await audit(s.outbox, call, { action: 'providerApp.created', projectId, targetId: id, targetName: provider });
    });
    return shown;
  };
}

function missingValue(name: string): Problem {
  return new Problem('invalidArgument', 'The provider app is incomplete.', {
    issues: [{ in: 'body', name, detail: 'This is required.' }],
  });
}

type DeleteProviderAppDeps = UseCaseContext<
  WithOutbox<{ connections: ConnectionsOfApp; providerApps: ProviderAppStore }>
> & {
  audit: WriteAuditEntry<'installation'>;
};

/**
 * Deletes a provider app. Throws notFound, and conflict while a connection uses it, because the tokens of the
 * connection can't be refreshed without the secret of the app.
 */
export function makeDeleteProviderApp({ stores, audit }: DeleteProviderAppDeps) {
  return async function deleteProviderApp(
    call: Call,
    { projectId, providerAppId }: { projectId: string; providerAppId: string },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const connectionId = await s.connections.findByProviderApp(projectId, providerAppId);
      if (connectionId) {
        throw new Problem('conflict', 'A connection uses this provider app.', {
          remedy: 'Delete its connections first.',
          context: { connectionId },
        });
      }
      const app = await s.providerApps.find(projectId, providerAppId);
      if (!app || !(await s.providerApps.remove(projectId, providerAppId))) throw notFound('provider app');
      const about = { projectId, targetId: providerAppId, targetName: app.provider };
      await audit(s.outbox, call, { action: 'providerApp.deleted', ...about });
    });
  };
}

type UpdateProviderAppDeps = UseCaseContext<
  WithOutbox<{ providerApps: ProviderAppStore; connections: ConnectionsOfApp }>
> & {
  connectors: Connectors;
  box: CredentialBox;
  audit: WriteAuditEntry<'installation'>;
};

type UpdateProviderAppRequest = {
  projectId: string;
  providerAppId: string;
  updateMask: string[];
  providerAppJson: string;
};

const MASKS = ['externalRef', 'clientId', 'clientSecret', 'provider', 'scopes', 'metadata'];

/**
 * Changes the OAuth client that a builder registered. Existing connections use the new values, so the provider cannot
 * be changed while the app has a connection. Throws notFound, invalidArgument, unprocessable, conflict and
 * alreadyExists.
 */
export function makeUpdateProviderApp({ stores, connectors, box, clock, audit }: UpdateProviderAppDeps) {
  return async function updateProviderApp(
    call: Call,
    request: UpdateProviderAppRequest,
  ): Promise<ProviderAppWithoutSecret> {
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
      // An app that version 0.1.0 stored may have no hosts. Its other fields can still be changed.
      if (masked['metadata'] !== undefined || masked['provider'] !== undefined) checkHostsPinned(connectors, changed);
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
