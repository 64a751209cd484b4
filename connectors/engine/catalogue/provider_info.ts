import type { JsonObject } from '../../../lib/json/json.ts';
import type {
  ApiKeyFacts,
  Auth,
  BasicFacts,
  Capability,
  CustomFacts,
  Descriptor,
  OauthFacts,
  Variable,
} from '../file/provider.ts';
import type { ModuleSummary, ProviderSummary } from './provider_summary.ts';

/**
 * A provider as GET /providers returns it. `support`: what Causeway supports, not what the provider's API offers.
 * `verified`: the evidence for `support`, from the provider file (connectors/README.md).
 */
export function providerInfo(provider: ProviderSummary): JsonObject {
  return plain({
    name: provider.name,
    displayName: provider.displayName,
    baseURL: provider.baseURL,
    authType: provider.auth.type,
    defaultModule: provider.defaultModule ?? '',
    support: support(provider.support),
    verified: provider.verified,
    providerOpts: {},
    modules: mapped(provider.modules, moduleInfo),
    ...authOpts(provider.auth),
    authHealthCheck: provider.healthCheck && { method: 'GET', successStatusCodes: [200, 204], ...provider.healthCheck },
    labels: provider.labels,
    metadata: metadata(provider),
    postAuthInfoNeeded: provider.postAuthInfoNeeded,
    providerAppMetadata: provider.providerApp && mapped(provider.providerApp, (list) => list?.map(descriptor) ?? []),
    subscribeRequirements: provider.subscribeRequirements,
  });
}

function support(capabilities: readonly Capability[] = []): JsonObject {
  const can = (capability: Capability) => capabilities.includes(capability);
  return {
    bulkWrite: { insert: false, update: false, upsert: false, delete: false },
    delete: can('delete'),
    proxy: can('proxy'),
    read: can('read'),
    search: { operators: { equals: can('search') } },
    subscribe: can('subscribe'),
    write: can('write'),
  };
}

function moduleInfo(module: ModuleSummary): JsonObject {
  return plain({
    displayName: module.displayName,
    baseURL: module.baseURL,
    support: support(module.support),
    verified: module.verified,
    subscribeRequirements: module.subscribeRequirements,
  });
}

function authOpts(auth: Auth): object {
  switch (auth.type) {
    case 'oauth2':
      return { oauth2Opts: oauth2Opts(auth) };
    case 'apiKey':
      return { apiKeyOpts: apiKeyOpts(auth) };
    case 'basic':
      return { basicOpts: basicOpts(auth) };
    case 'custom':
      return { customOpts: customOpts(auth) };
    case 'none':
      return {};
  }
}

function oauth2Opts(auth: OauthFacts): JsonObject {
  const { workspaceRef, consumerRef, scopes, other } = auth.tokenMetadata ?? {};
  return plain({
    grantType: auth.grant,
    authURL: auth.authorizeURL,
    tokenURL: auth.tokenURL,
    explicitScopesRequired: auth.scopesRequired ?? false,
    explicitWorkspaceRequired: auth.workspaceRequired ?? false,
    tokenMetadataFields: {
      workspaceRefField: workspaceRef,
      consumerRefField: consumerRef,
      scopesField: scopes,
      otherFields: other,
    },
    audience: auth.audience,
    scopeMappings: auth.scopeMappings,
    authURLParams: auth.authorizeParams,
    accessTokenOpts: auth.accessTokenHeader && {
      attachmentType: 'accessTokenHeaderAttachment',
      header: { name: auth.accessTokenHeader.name, valuePrefix: auth.accessTokenHeader.prefix },
    },
    docsURL: auth.docsURL,
  });
}

function apiKeyOpts({ in: place, name, prefix, docsURL }: ApiKeyFacts): JsonObject {
  const attached = place === 'header' ? { header: { name, valuePrefix: prefix } } : { query: { name } };
  return plain({ attachmentType: place, ...attached, docsURL });
}

function basicOpts({ apiKeyAs, docsURL }: BasicFacts): JsonObject {
  return plain({
    apiKeyAsBasic: apiKeyAs && true,
    apiKeyAsBasicOpts: apiKeyAs && { fieldUsed: apiKeyAs.field, keyFormat: apiKeyAs.format },
    docsURL,
  });
}

function customOpts({ headers = {}, query = {}, inputs, providerInputs, multiStep }: CustomFacts): JsonObject {
  const templates = (table: Record<string, string>) =>
    Object.entries(table).map(([name, valueTemplate]) => ({ name, valueTemplate }));
  return plain({
    headers: templates(headers),
    queryParams: templates(query),
    inputs: inputs?.map(descriptor),
    providerInputs: providerInputs?.map(descriptor),
    multiStep,
  });
}

function metadata({ variables = [], learned = [] }: ProviderSummary): object | undefined {
  if (variables.length === 0 && learned.length === 0) return undefined;
  return {
    input: variables.map((variable) => ({ ...descriptor(variable), defaultValue: variable.default })),
    postAuthentication: learned.map(({ name, modules }) => ({ name, moduleDependencies: dependencies(modules) })),
  };
}

function descriptor({ modules, ...facts }: Descriptor | Variable): object {
  const { default: _default, ...shown } = facts as Variable;
  return { ...shown, moduleDependencies: dependencies(modules) };
}

function dependencies(modules: readonly string[] | undefined): object | undefined {
  return modules && Object.fromEntries(modules.map((name) => [name, {}]));
}

function mapped<T>(table: Record<string, T> | undefined, translate: (value: T) => unknown): object | undefined {
  return table && Object.fromEntries(Object.entries(table).map(([name, value]) => [name, translate(value)]));
}

/** A copy without keys whose value is undefined. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
