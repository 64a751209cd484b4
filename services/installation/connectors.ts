import { createHash } from 'node:crypto';
import { callAuth, type Credentials as EngineCredentials } from '../../connectors/engine/auth/auth.ts';
import { AnswerLimitExceeded } from '../../lib/http/answer_limits.ts';
import { limitFailure } from '../../connectors/engine/answer/limit_failure.ts';
import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import { healthCheckRequest, readHealthCheck } from '../../connectors/engine/auth/health_check.ts';
import { learnable, learnValues } from '../../connectors/engine/auth/learn.ts';
import { objectNames } from '../../connectors/engine/objects/objects.ts';
import {
  authorizeUrl,
  clientCredentialsRequest,
  codeExchangeRequest,
  issuerOf,
  passwordRequest,
  refreshRequest,
} from '../../connectors/engine/auth/oauth.ts';
import { providerInfo } from '../../connectors/engine/file/provider_info.ts';
import type { Provider, ProviderCatalogue } from '../../connectors/engine/file/providers.ts';
import { readPage, type ReadTarget } from '../../connectors/engine/read/read.ts';
import { canRevoke, readRevocation, revocationRequest } from '../../connectors/engine/auth/revocation.ts';
import { placeholders } from '../../connectors/engine/request/template.ts';
import { readTokenResponse } from '../../connectors/engine/auth/token_response.ts';
import type { OutboundPolicy } from '../../lib/http/guard.ts';
import { mayHaveArrived, OutboundError } from '../../lib/http/outbound_error.ts';
import type { OutboundRequest, Send } from '../../lib/http/outbound.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Credentials, TokenAnswer } from './domain/credentials.ts';
import {
  ProviderUnavailable,
  ProviderRefusal,
  type Capabilities,
  type Connectors,
  type ProviderFacts,
} from './domain/provider.ts';
import { checkLearned, checkVariables, targetOf, variablesOf } from './connection_variables.ts';
import { fieldConnectors } from './field_connectors.ts';
import { stepConnectors } from './step_connectors.ts';

type Engine = { catalogue: ProviderCatalogue; send: Send; policy: OutboundPolicy; clock: Clock };

/** A person or a read waits for these calls. Both timeouts are well below the 10 s of a request. */
const TOKEN_TIMEOUT = 8_000;
const SAMPLE_TIMEOUT = 7_000;

/** Implements the port Connectors with the connector engine. */
export function engineConnectors({ catalogue, send, policy, clock }: Engine): Connectors {
  const infos = new Map(catalogue.list().map((provider) => [provider.name, stringifyJson(providerInfo(provider))]));
  const catalogueJson = `{${[...infos].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  const facts = new Map<string, ProviderFacts>();

  const named = (name: string) => providerNamed(catalogue, name);

  async function tokens(
    name: string,
    request: (provider: Provider) => OutboundRequest,
    timeoutMs = TOKEN_TIMEOUT,
  ): Promise<TokenAnswer> {
    const provider = providerNamed(catalogue, name);
    return asked(provider, async () => {
      const response = await send({ ...request(provider), timeoutMs, headTimeoutMs: timeoutMs });
      const { metadata, ...answer } = readTokenResponse(provider, response, clock.now());
      return { ...answer, metadata };
    });
  }

  return {
    ...fieldConnectors({ providerNamed: named, asked, send, clock }),
    ...stepConnectors({ findProvider: catalogue.get, providerNamed: named, asked, translated, send }),
    catalogueJson: () => catalogueJson,
    infoJson: (name) => infos.get(name),
    find(name) {
      const provider = facts.has(name) ? undefined : catalogue.get(name);
      if (provider) facts.set(name, factsOf(provider));
      return facts.get(name);
    },
    async checkVariables(name, variables) {
      const provider = providerNamed(catalogue, name);
      checkVariables(provider, variables, { required: factsOf(provider).requiredInputs, policy });
    },
    variablesOf: (name, workspaceRef, metadataJson) =>
      variablesOf(providerNamed(catalogue, name), workspaceRef, metadataJson),
    targetOf: (name, variables) => targetOf(providerNamed(catalogue, name), variables),
    attachments(name, credentials, variables) {
      const provider = providerNamed(catalogue, name);
      return translated(provider, () => callAuth(provider, engineCredentials(credentials), variables));
    },
    authorizeUrl({ provider: name, client, verifier, ...request }) {
      const provider = providerNamed(catalogue, name);
      const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
      return translated(provider, () =>
        authorizeUrl(provider, {
          ...request,
          clientId: client.clientId,
          scopes: client.scopes,
          ...(usesPkce(provider) && { codeChallenge }),
        }),
      );
    },
    issuer(name, variables) {
      const provider = providerNamed(catalogue, name);
      return translated(provider, () => issuerOf(provider, variables));
    },
    async tryCredentials({ provider: name, credentials, variables }) {
      const provider = providerNamed(catalogue, name);
      await asked(provider, async () => {
        const auth = callAuth(provider, engineCredentials(credentials), variables);
        const request = healthCheckRequest(provider, auth, variables);
        if (request) readHealthCheck(provider, await send({ ...request, timeoutMs: TOKEN_TIMEOUT }));
      });
    },
    async learn({ provider: name, credentials, variables }) {
      const provider = providerNamed(catalogue, name);
      return asked(provider, async () => {
        const auth = callAuth(provider, engineCredentials(credentials), variables);
        const found = await learnValues(provider, { auth, variables }, (request) =>
          send({ ...request, timeoutMs: TOKEN_TIMEOUT }),
        );
        if (Object.keys(found).length > 0) checkLearned(provider, { ...variables, ...found }, policy);
        return found;
      });
    },
    exchangeCode: ({ provider: name, client, code, redirectUri, verifier, variables }) =>
      tokens(name, (provider) =>
        codeExchangeRequest(provider, {
          clientId: client.clientId,
          clientSecret: client.clientSecret,
          variables,
          code,
          redirectUri,
          ...(usesPkce(provider) && { codeVerifier: verifier }),
        }),
      ),
    clientCredentials: ({ provider: name, client, variables, timeoutMs }) =>
      tokens(name, (provider) => clientCredentialsRequest(provider, { ...client, variables }), timeoutMs),
    password: ({ provider: name, client, variables, username, password, timeoutMs }) =>
      tokens(name, (provider) => passwordRequest(provider, { ...client, variables, username, password }), timeoutMs),
    refresh({ provider: name, client, variables, refreshToken, timeoutMs }) {
      const known = client && { clientId: client.clientId, clientSecret: client.clientSecret };
      const request = { clientId: '', ...known, variables, refreshToken };
      return tokens(name, (provider) => refreshRequest(provider, request), timeoutMs);
    },
    canRevoke(name) {
      const provider = catalogue.get(name);
      return provider !== undefined && canRevoke(provider);
    },
    async revoke(name, revocable) {
      const provider = providerNamed(catalogue, name);
      await asked(provider, async () => {
        const request = revocationRequest(provider, revocable);
        if (!request)
          throw new ProviderFailure('badRequest', 'The provider app that the revocation needs was deleted.');
        readRevocation(provider, await send({ ...request, timeoutMs: TOKEN_TIMEOUT }), clock.now());
      });
    },
    async sample({ provider: name, module, object, fields, filters, attachments, variables }) {
      const provider = providerNamed(catalogue, name);
      const target = {
        provider,
        module: module || undefined,
        objectName: object,
        variables,
        auth: attachments,
        fields,
        filters: filters as NonNullable<ReadTarget['filters']>,
        pageSize: 1,
      };
      await asked(provider, () =>
        readPage(target, null, (request) => send({ ...request, timeoutMs: SAMPLE_TIMEOUT }), { now: clock.now }),
      );
    },
  };
}

function providerNamed(catalogue: ProviderCatalogue, name: string): Provider {
  const provider = catalogue.get(name);
  if (provider) return provider;
  throw new Problem('unprocessable', `The provider ${name} is no longer in the catalogue.`, {
    remedy: 'Restore its provider file.',
  });
}

function usesPkce({ auth }: Provider): boolean {
  return auth.type === 'oauth2' && auth.grant === 'authorizationCodePKCE';
}

function factsOf(provider: Provider): ProviderFacts {
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
    isMultiStep: auth.type === 'custom' && auth.multiStep === true,
    customInputs: auth.type === 'custom' ? (auth.inputs ?? []).map((input) => input.name) : [],
    explicitScopesRequired: auth.type === 'oauth2' && auth.scopesRequired === true,
    makesFields: provider.fieldUpsert !== undefined,
    requiredInputs: [...new Set([...needed.map((variable) => variable.name), ...inBaseUrl])],
    capabilities: capabilitiesOf(provider),
    modules: Object.fromEntries(Object.entries(modules).map(([module, facts]) => [module, capabilitiesOf(facts)])),
    objects: objectsOf(provider),
  };
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

function engineCredentials(credentials: Credentials): EngineCredentials {
  switch (credentials.kind) {
    case 'none':
      return { scheme: 'none' };
    case 'apiKey':
      return { scheme: 'apiKey', apiKey: credentials.apiKey };
    case 'basic':
      return { scheme: 'basic', username: credentials.username, password: credentials.password };
    case 'oauth2':
      return { scheme: 'oauth2', accessToken: credentials.tokens.accessToken };
    case 'custom':
      return {
        scheme: 'custom',
        values: Object.fromEntries(
          Object.entries(credentials.values).map(([name, value]) => [name, [value].flat().join(',')]),
        ),
      };
  }
}

async function asked<T>(provider: Provider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw translation(provider, error);
  }
}

function translated<T>(provider: Provider, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw translation(provider, error);
  }
}

/**
 * Maps errors of the engine and the outbound client to ProviderRefusal or ProviderUnavailable. Any other error is a bug and is
 * returned unchanged.
 */
function translation({ displayName }: Provider, error: unknown): unknown {
  if (error instanceof ProviderFailure) {
    if (error.kind === 'credentials') return new ProviderRefusal('credentials', error.message);
    if (error.kind === 'badRequest' || error.kind === 'notFound')
      return new ProviderRefusal('request', error.message, error.kind === 'notFound');
    const unavailable = new ProviderUnavailable(error.message);
    unavailable.retryAfterMs = error.retryAfterMs;
    unavailable.mayHaveActed = error.kind !== 'rateLimit' && error.status !== 503;
    return unavailable;
  }
  if (!(error instanceof OutboundError)) return error;
  if (error.cause instanceof AnswerLimitExceeded)
    return new ProviderRefusal('request', limitFailure(displayName, error.cause).message);
  const unavailable = new ProviderUnavailable(`${displayName} could not be called: ${error.message}`);
  unavailable.mayHaveActed = mayHaveArrived(error);
  return unavailable;
}
