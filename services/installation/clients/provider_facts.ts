import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { learnedNames } from '../../../connectors/engine/auth/learn.ts';
import { checkAuthAddresses, needsPinnedHost } from '../../../connectors/engine/auth/oauth.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { fieldChecker } from '../../../connectors/engine/field_descriptions/field_remark.ts';
import { objectRemark } from '../../../connectors/engine/objects/object_remark.ts';
import { hasProxy } from '../../../connectors/engine/proxy/proxy_base.ts';
import { baseUrl } from '../../../connectors/engine/request/draft.ts';
import { placeholders, type Variables } from '../../../connectors/engine/request/template.ts';
import { withDefaults } from '../../../connectors/engine/request/variables.ts';
import { writeSupport } from '../../../connectors/engine/write/write_support.ts';
import { checkUrl, type OutboundPolicy } from '../../../lib/http/guard.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import { isPlainObject } from '../fault.ts';
import type { Capabilities, ProviderFacts } from '../providers/provider.ts';

/** The facts of a provider file that the rules of this service need. */
export function factsOf(provider: Provider): ProviderFacts {
  const { name, displayName, auth, modules = {}, variables = [] } = provider;
  const needed = variables.filter(
    ({ default: fallback, modules: of }) =>
      fallback === undefined && (!of || of.includes(provider.defaultModule ?? '')),
  );
  const told = learnedNames(provider);
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
    objectRemark: (module, objectName) => objectRemark(provider, module, objectName),
    fieldJudge: (module, objectName) => fieldChecker(provider, module, objectName),
    hasProxy: (module) => hasProxy(provider, module),
    writeFacts: (module, objectName) => writeSupport(provider, module, objectName),
  };
}

/** The names of the inputs that the provider file declares as plain text. Their values are not secret. */
export function plainInputs({ auth }: Pick<Provider, 'auth'>): string[] {
  const inputs = auth.type === 'custom' ? (auth.inputs ?? []) : [];
  return inputs.filter(({ fieldType }) => fieldType === 'fieldTypeText').map(({ name }) => name);
}

/**
 * Returns the capabilities that the provider file lists in `can` (what the provider can do) or in `support` (what
 * Causeway can do with this provider). Returns null if the file has no `can`.
 */
function capabilitiesOf({ can, support }: Pick<Provider, 'can' | 'support'>): Capabilities | null {
  if (!can) return null;
  const has = (capability: 'read' | 'write' | 'subscribe' | 'proxy') =>
    can.includes(capability) || support?.includes(capability) === true;
  return { read: has('read'), write: has('write'), subscribe: has('subscribe'), proxy: has('proxy') };
}

/**
 * The template variables of a connection. Metadata is {name: value} or {name: {value, …}}; the workspace may also be in
 * `workspaceRef`.
 */
export function variablesOf(provider: Provider, workspaceRef: string, metadataJson: string): Record<string, string> {
  const metadata: unknown = JSON.parse(metadataJson || '{}');
  const given = Object.entries(isPlainObject(metadata) ? metadata : {}).flatMap(([name, part]) => {
    const value = isPlainObject(part) ? part['value'] : part;
    return typeof value === 'string' && value !== '' ? [[name, value]] : [];
  });
  const named: Record<string, string> = Object.fromEntries(given);
  return { ...withDefaults(provider, { ...named, ...(workspaceRef && { workspace: workspaceRef }) }) };
}

/**
 * Joins the values of all variables that the provider file uses into one text. If two texts are equal, calls go to the
 * same addresses with the same headers.
 */
export function targetOf(provider: Provider, variables: Variables): string {
  const used = new Set(placeholders(JSON.stringify(provider)));
  return JSON.stringify([...used].map((name) => variables[name] ?? ''));
}

/**
 * Checks that all required variables are present and lead to an allowed address, because variables decide where
 * credentials are sent. Throws invalidArgument.
 */
export function checkVariables(
  provider: Provider,
  variables: Variables,
  { required, policy }: { required: string[]; policy: OutboundPolicy },
): void {
  const missing = required.filter((name) => !variables[name]);
  if (missing.length > 0)
    throw badVariables(
      missing.map((name) => variableIssue(name, `${provider.displayName} needs the variable ${name}.`)),
    );
  const inBase = placeholders(provider.reading?.baseURL ?? provider.baseURL);
  const isOpen = inBase.some((name) => !variables[name] && learnedNames(provider).includes(name));
  throwFault(inBase, () => (inBase.length > 0 && !isOpen ? checkUrl(baseUrl(provider, variables), policy) : null));
  const inToken = provider.auth.type === 'oauth2' ? placeholders(provider.auth.tokenURL) : [];
  throwFault(inToken, () => checkAuthAddresses(provider, variables));
}

/**
 * Checks that variables from the provider lead to an allowed address, like `checkVariables`. Throws ProviderFailure.
 */
export function checkLearned(provider: Provider, variables: Variables, policy: OutboundPolicy): void {
  const fault = checkUrl(baseUrl(provider, variables), policy);
  if (fault !== null) throw new ProviderFailure('badRequest', fault);
}

/**
 * Runs `check`. If it returns a fault or throws ProviderFailure, throws invalidArgument with an issue for each name in
 * `names`.
 */
function throwFault(names: string[], check: () => string | null): void {
  let fault: string | null;
  try {
    fault = check();
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    fault = error.message;
  }
  if (fault !== null) throw badVariables(names.map((name) => variableIssue(name, String(fault))));
}

function variableIssue(variable: string, detail: string): Issue {
  return {
    in: 'body',
    name: variable === 'workspace' ? 'providerWorkspaceRef' : `providerMetadata.${variable}.value`,
    detail,
  };
}

function badVariables(issues: Issue[]): Problem {
  return new Problem('invalidArgument', 'The provider variables are missing or not allowed.', { issues });
}
