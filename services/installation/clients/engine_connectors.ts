import { createHash } from 'node:crypto';
import type { CallBudgets } from '../../../connectors/calls/call_budgets.ts';
import type { Meter } from '../../../connectors/calls/meter.ts';
import type { Conversation, ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { secretsIn } from '../../../connectors/calls/request_secrets.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { callAuth, type Credentials as EngineCredentials } from '../../../connectors/engine/auth/auth.ts';
import { checkCredentials } from '../../../connectors/engine/auth/check_credentials.ts';
import { learnValues } from '../../../connectors/engine/auth/learn.ts';
import {
  authorizeUrl,
  clientCredentialsRequest,
  codeExchangeRequest,
  issuerOf,
  passwordRequest,
  refreshRequest,
  unlistedHosts,
  usesPkce,
} from '../../../connectors/engine/auth/oauth.ts';
import { canRevoke, readRevocation, revocationRequest } from '../../../connectors/engine/auth/revocation.ts';
import { readTokenResponse } from '../../../connectors/engine/auth/token_response.ts';
import type { Provider, ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { type ReadTarget, readPage } from '../../../connectors/engine/read/read.ts';
import { isOwnDomain } from '../../../connectors/engine/request/open_host.ts';
import type { OutboundPolicy } from '../../../lib/http/guard.ts';
import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type Credentials, secretsOf, type TokenAnswer } from '../credentials.ts';
import type { AccountSecrets, CallOwner, Connectors, ProviderFacts } from '../providers/provider.ts';
import { fieldConnectors } from './field_connectors.ts';
import { connectorErrorOf } from './provider_errors.ts';
import { checkLearned, checkVariables, factsOf, plainInputs, targetOf, variablesOf } from './provider_facts.ts';
import { providerTexts } from './provider_texts.ts';
import { stepConnectors } from './step_connectors.ts';

type EngineParts = {
  catalogue: ProviderCatalogue;
  calls: ProviderCalls;
  budgets: CallBudgets;
  policy: OutboundPolicy;
  clock: Clock;
};
type Secrets = readonly (string | undefined)[];

/**
 * The timeouts of calls that fetch tokens or a sample. A person or a read waits for such a call, so both timeouts are
 * well below the 10 s of a request.
 */
const TOKEN_TIMEOUT_MS = 8_000;
const SAMPLE_TIMEOUT_MS = 7_000;
/** Max wait for the permits of a call that fetches a sample or is about credentials. */
const MAX_PERMIT_WAIT_MS = 2_000;

/** Implements the interface Connectors with the connector engine. */
export function engineConnectors({ catalogue, calls, budgets, policy, clock }: EngineParts): Connectors {
  const texts = providerTexts(catalogue);
  const facts = new Map<string, ProviderFacts>();

  const named = (name: string) => providerNamed(catalogue, name);

  /** Runs `ask` in a conversation with a provider, and translates the errors that it throws. */
  async function converse<T>(
    { provider, ...about }: { provider: Provider; held: Secrets; meter: Meter },
    ask: (via: Conversation) => Promise<T>,
  ): Promise<T> {
    try {
      return await calls(about, ask);
    } catch (error) {
      throw connectorErrorOf(provider, error);
    }
  }

  /** The meter of calls about credentials, which have their own rate budget. */
  function authMeter(provider: Provider, { projectId, providerAppId, account }: CallOwner): Meter {
    const client = providerAppId ? { providerAppId } : { account };
    return budgets.ofAuth({ provider, projectId, client, maxWaitMs: waitingUntil(clock.now() + MAX_PERMIT_WAIT_MS) });
  }

  /**
   * The meter of calls that use only the account's own credentials. The limits of the provider app do not apply to
   * these calls.
   */
  const accountMeter = (provider: Provider, owner: CallOwner): Meter =>
    authMeter(provider, { ...owner, providerAppId: null });

  /** Returns a function that says how long a wait may take, so that all waits of a conversation end at `time`. */
  const waitingUntil = (time: number) => () => Math.max(0, time - clock.now());

  /**
   * Requests tokens. The tokens are stored encrypted. The rest of the answer may be shown, so secrets that the provider
   * echoes in it are masked.
   */
  async function tokens(
    name: string,
    {
      owner,
      secrets = [],
      timeoutMs = TOKEN_TIMEOUT_MS,
      held,
    }: AccountSecrets & { owner: CallOwner; timeoutMs?: number | undefined; held: Secrets },
    request: (provider: Provider) => OutboundRequest,
  ): Promise<TokenAnswer> {
    const provider = providerNamed(catalogue, name);
    const about = { provider, held: [...secrets, ...held], meter: authMeter(provider, owner) };
    return converse(about, async ({ send, learn, value }) => {
      const response = await send({ ...request(provider), timeoutMs, headTimeoutMs: timeoutMs });
      const { accessToken, refreshToken, ...shown } = readTokenResponse(provider, response, clock.now());
      learn([accessToken, refreshToken]);
      return { accessToken, ...(refreshToken && { refreshToken }), ...value(shown) };
    });
  }

  return {
    ...fieldConnectors({ providerNamed: named, converse, budgets, clock }),
    ...stepConnectors({ findProvider: catalogue.get, providerNamed: named, converse, authMeter, mapErrors, clock }),
    catalogueJson: () => texts().all,
    infoJson: (name) => texts().byName.get(name),
    names: () => catalogue.list().map(({ name }) => name),
    isWithheld: (name) => catalogue.withheld?.has(name) === true,
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
      return mapErrors(provider, () => callAuth(provider, engineCredentials(credentials), variables));
    },
    authorizeUrl({ provider: name, client, verifier, ...request }) {
      const provider = providerNamed(catalogue, name);
      const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
      return mapErrors(provider, () =>
        authorizeUrl(provider, {
          ...request,
          clientId: client.clientId,
          scopes: client.scopes,
          hosts: client.hosts,
          ...(usesPkce(provider) && { codeChallenge }),
        }),
      );
    },
    usesPkce: (name) => usesPkce(providerNamed(catalogue, name)),
    strayHosts(name, variables, hosts) {
      const provider = providerNamed(catalogue, name);
      return mapErrors(provider, () => unlistedHosts(provider, variables, hosts));
    },
    isOwnDomain,
    issuer(name, variables) {
      const provider = providerNamed(catalogue, name);
      return mapErrors(provider, () => issuerOf(provider, variables));
    },
    async tryCredentials({ owner, provider: name, credentials, variables, objects, deadline, secrets = [] }) {
      const provider = providerNamed(catalogue, name);
      const held = [...secrets, ...secretsOf(credentials, plainInputs(provider))];
      const until = Math.min(deadline, clock.now() + TOKEN_TIMEOUT_MS);
      return converse({ provider, held, meter: accountMeter(provider, owner) }, async ({ send }) => {
        const auth = callAuth(provider, engineCredentials(credentials), variables);
        const left = () => Math.max(1, until - clock.now());
        const how = { now: clock.now, objects };
        return checkCredentials(
          provider,
          { auth, variables },
          { ...how, send: (request) => send({ ...request, timeoutMs: left(), headTimeoutMs: left() }) },
        );
      });
    },
    async learn({ owner, provider: name, credentials, variables, secrets = [] }) {
      const provider = providerNamed(catalogue, name);
      const held = [...secrets, ...secretsOf(credentials, plainInputs(provider))];
      return converse({ provider, held, meter: accountMeter(provider, owner) }, async ({ send, value }) => {
        const auth = callAuth(provider, engineCredentials(credentials), variables);
        const found = value(
          await learnValues(
            provider,
            { auth, variables },
            (request) => send({ ...request, timeoutMs: TOKEN_TIMEOUT_MS }),
            clock.now(),
          ),
        );
        if (Object.keys(found).length > 0) checkLearned(provider, { ...variables, ...found }, policy);
        return found;
      });
    },
    exchangeCode: ({ owner, provider: name, client, code, redirectUri, verifier, variables, secrets }) =>
      tokens(name, { owner, secrets, held: [client.clientSecret, code, verifier ?? undefined] }, (provider) =>
        codeExchangeRequest(provider, {
          clientId: client.clientId,
          clientSecret: client.clientSecret,
          hosts: client.hosts,
          variables,
          code,
          redirectUri,
          ...(verifier !== null && { codeVerifier: verifier }),
        }),
      ),
    clientCredentials: ({ provider: name, client, variables, ...how }) =>
      tokens(name, { ...how, held: [client.clientSecret] }, (provider) =>
        clientCredentialsRequest(provider, { ...client, variables }),
      ),
    password: ({ provider: name, client, variables, username, password, ...how }) =>
      tokens(name, { ...how, held: [client.clientSecret, password] }, (provider) =>
        passwordRequest(provider, { ...client, variables, username, password }),
      ),
    refresh({ provider: name, client, variables, refreshToken, ...how }) {
      const known = client && { clientId: client.clientId, clientSecret: client.clientSecret, hosts: client.hosts };
      const request = { clientId: '', ...known, variables, refreshToken };
      return tokens(name, { ...how, held: [client?.clientSecret, refreshToken] }, (provider) =>
        refreshRequest(provider, request),
      );
    },
    canRevoke(name) {
      const provider = catalogue.get(name);
      return provider !== undefined && canRevoke(provider);
    },
    async revoke(owner, name, revocable) {
      const provider = providerNamed(catalogue, name);
      const { accessToken, refreshToken, client } = revocable;
      const held = [accessToken, refreshToken, client?.clientSecret];
      await converse({ provider, held, meter: authMeter(provider, owner) }, async ({ send }) => {
        const request = revocationRequest(provider, revocable);
        if (!request)
          throw new ProviderFailure('badRequest', 'The provider app that the revocation needs was deleted.');
        readRevocation(provider, await send({ ...request, timeoutMs: TOKEN_TIMEOUT_MS }), clock.now());
      });
    },
    async sample({ caller, provider: name, module, object, fields, filters, attachments, variables, secrets = [] }) {
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
      const meter = budgets.ofData({
        provider,
        caller: { ...caller, objectName: object },
        isInteractive: true,
        maxWaitMs: waitingUntil(clock.now() + MAX_PERMIT_WAIT_MS),
      });
      await converse({ provider, held: [...secrets, ...secretsIn(attachments)], meter }, ({ send }) =>
        readPage(target, null, (request) => send({ ...request, timeoutMs: SAMPLE_TIMEOUT_MS }), { now: clock.now }),
      );
    },
  };
}

function providerNamed(catalogue: ProviderCatalogue, name: string): Provider {
  const provider = catalogue.get(name);
  if (provider) return provider;
  throw new Problem('unprocessable', `The provider ${name} is no longer in the catalogue.`, {
    remedy: catalogue.withheld?.has(name)
      ? 'It is a sandbox provider; these exist only where CAUSEWAY_SANDBOX is 1.'
      : 'Restore its provider file.',
  });
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

function mapErrors<T>(provider: Provider, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw connectorErrorOf(provider, error);
  }
}
