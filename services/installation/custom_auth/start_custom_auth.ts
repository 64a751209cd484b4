import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import { checkConnectionQuotas, checkParties } from '../connections/connection_quotas.ts';
import { isPlainObject } from '../fault.ts';
import { unfit } from '../oauth/open_sign_in.ts';
import type { ProviderAppStore } from '../provider_apps/provider_app.ts';
import type { Connectors, ProviderFacts } from '../providers/provider.ts';
import { knownProvider } from '../providers/providers.ts';
import type { QuotaStore } from '../quota.ts';
import type { AdvanceCustomAuth, CustomAuthResult } from './advance_custom_auth.ts';

type Deps = { stores: { providerApps: ProviderAppStore; quotas: QuotaStore }; connectors: Connectors };

type CustomAuthRequest = {
  projectId: string;
  provider: string;
  groupRef: string;
  groupName: string;
  consumerRef: string;
  consumerName: string;
  metadataJson: string;
  providerAppId: string;
  customAuthJson: string;
  /** Origin of the page that asked; empty for a server. */
  openerOrigin: string;
};

/**
 * Starts a multi-step authorization. Throws invalidArgument, notFound (the provider app), unprocessable and
 * providerFailed.
 */
export function makeStartCustomAuth({ stores, connectors }: Deps, advance: AdvanceCustomAuth) {
  return async function startCustomAuth(call: Call, request: CustomAuthRequest): Promise<CustomAuthResult> {
    if (!request.provider) throw missing('provider');
    checkParties({ ...request, workspaceRef: '' });
    const facts = knownProvider(connectors, request.provider);
    if (connectors.countSteps(facts.name) === 0) throw notInSteps(facts);
    const inputs = inputsOf(facts, JSON.parse(request.customAuthJson || '{}'));
    await connectors.checkVariables(facts.name, connectors.variablesOf(facts.name, '', request.metadataJson));
    await checkConnectionQuotas(stores, request);
    const { customAuthJson: _inputs, openerOrigin, ...parties } = request;
    return advance(
      call,
      { ...parties, metadataJson: request.metadataJson || '{}', providerAppId: await appIdFor(request) },
      {
        step: 0,
        returned: false,
        progress: { state: '', inputs, params: {}, credentials: {}, learned: {} },
        openerOrigin,
      },
    );
  };

  /** Null when the project has no app. A step that needs a client id then fails. */
  async function appIdFor({ projectId, provider, providerAppId }: CustomAuthRequest): Promise<string | null> {
    if (!providerAppId) return (await stores.providerApps.findDefault(projectId, provider))?.id ?? null;
    const app = await stores.providerApps.find(projectId, providerAppId);
    if (!app) throw notFound('provider app');
    if (app.provider !== provider) throw unfit(`The provider app is for ${app.provider}.`);
    return app.id;
  }
}

function inputsOf({ customInputs, displayName }: ProviderFacts, given: unknown): Record<string, string> {
  const values = isPlainObject(given) ? given : {};
  const inputs = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, [value].flat().map(String).join(',')]),
  );
  const [absent] = customInputs.filter((name) => !inputs[name]);
  if (absent !== undefined) throw missing(`customAuth.${absent}`, `${displayName} needs it.`);
  return Object.fromEntries(customInputs.map((name) => [name, inputs[name] ?? '']));
}

function missing(name: string, detail = 'is required'): Problem {
  return new Problem('invalidArgument', `${name} in the body is required.`, { issues: [{ in: 'body', name, detail }] });
}

function notInSteps({ displayName, isMultiStep }: ProviderFacts): Problem {
  if (isMultiStep) return unfit(`Causeway can't create connections to ${displayName} yet.`);
  return unfit(`${displayName} has no multi-step authorization.`, 'Use oauth-connect or connections:generate.');
}
