import { learnable } from '../../../connectors/engine/auth/learn.ts';
import { needsPinnedHost } from '../../../connectors/engine/auth/oauth.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { objectNames } from '../../../connectors/engine/objects/objects.ts';
import { placeholders } from '../../../connectors/engine/request/template.ts';
import type { Capabilities, ProviderFacts } from '../providers/domain/provider.ts';

/** The facts of a provider file that the rules of this service need. */
export function factsOf(provider: Provider): ProviderFacts {
  const { name, displayName, auth, modules = {}, variables = [] } = provider;
  const needed = variables.filter(
    ({ default: fallback, modules: of }) =>
      fallback === undefined && (!of || of.includes(provider.defaultModule ?? '')),
  );
  const told = learnable(provider);
  const inBaseUrl = placeholders(provider.baseURL).filter(
    (one) =>
      !told.includes(one) && !variables.some((variable) => variable.name === one && variable.default !== undefined),
  );
  return {
    name,
    displayName,
    defaultModule: provider.defaultModule ?? '',
    authType: auth.type,
    keyAsBasic: auth.type === 'basic' && auth.apiKeyAs !== undefined,
    grantType: auth.type === 'oauth2' ? auth.grant : undefined,
    hostsOnApp: needsPinnedHost(provider),
    isMultiStep: auth.type === 'custom' && auth.multiStep === true,
    customInputs: auth.type === 'custom' ? (auth.inputs ?? []).map((input) => input.name) : [],
    plainInputs: plainInputs(provider),
    explicitScopesRequired: auth.type === 'oauth2' && auth.scopesRequired === true,
    makesFields: provider.fieldUpsert !== undefined,
    requiredInputs: [...new Set([...needed.map((variable) => variable.name), ...inBaseUrl])],
    capabilities: capabilitiesOf(provider),
    modules: Object.fromEntries(Object.entries(modules).map(([module, facts]) => [module, capabilitiesOf(facts)])),
    objects: objectsOf(provider),
  };
}

/** The inputs that the file declares as plain text: no secrets. */
export function plainInputs({ auth }: Pick<Provider, 'auth'>): string[] {
  const inputs = auth.type === 'custom' ? (auth.inputs ?? []) : [];
  return inputs.filter(({ fieldType }) => fieldType === 'fieldTypeText').map(({ name }) => name);
}

/**
 * The objects of all modules, because the manifest names its module elsewhere. Null when the file declares none, or
 * accepts any object.
 */
function objectsOf(provider: Provider): string[] | null {
  const modules = provider.modules ?? {};
  if ([provider, ...Object.values(modules)].some(({ anyObject }) => anyObject !== undefined)) return null;
  const names = new Set(['', ...Object.keys(modules)].flatMap((module) => objectNames(provider, module)));
  return names.size > 0 ? [...names] : null;
}

/** What the provider file says that the provider (`can`) or Causeway (`support`) can do; null without `can`. */
function capabilitiesOf({ can, support }: Pick<Provider, 'can' | 'support'>): Capabilities | null {
  if (!can) return null;
  const has = (capability: 'read' | 'write' | 'subscribe' | 'proxy') =>
    can.includes(capability) || support?.includes(capability) === true;
  return { read: has('read'), write: has('write'), subscribe: has('subscribe'), proxy: has('proxy') };
}
