import type { Meter } from '../../../connectors/calls/meter.ts';
import type { Conversation } from '../../../connectors/calls/provider_calls.ts';
import {
  base64Credentials,
  bindsState,
  exchangeRequest,
  readExchange,
  stepsOf,
  stepsRefusal,
  stepUrl,
  unconfirmedParams,
} from '../../../connectors/engine/auth/multi_step.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import type { AuthStep } from '../../../connectors/engine/file/provider.ts';
import { withDefaults } from '../../../connectors/engine/request/variables.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CallOwner, Connectors, StepAnswer } from '../providers/provider.ts';
import { plainInputs, variablesOf } from './provider_facts.ts';

type StepConnectorParts = {
  findProvider(name: string): Provider | undefined;
  providerNamed(name: string): Provider;
  converse<T>(
    about: { provider: Provider; held: readonly string[]; meter: Meter },
    ask: (via: Conversation) => Promise<T>,
  ): Promise<T>;
  authMeter(provider: Provider, owner: CallOwner): Meter;
  mapErrors<T>(provider: Provider, make: () => T): T;
  clock: Clock;
};
type StepMethods = 'countSteps' | 'stepParams' | 'stepVariables' | 'stepContradictions' | 'stepPage' | 'takeStep';

/** The timeout of one call. A person waits for the call, and the whole request has 10 s. */
const CALL_TIMEOUT_MS = 8_000;
/** The names of callback parameters that contain a secret. */
const SECRET_PARAM = /code|token|secret|password|assertion|key/i;

/** The methods of Connectors for multi-step authorizations. */
export function stepConnectors(engine: StepConnectorParts): Pick<Connectors, StepMethods> {
  const { findProvider, providerNamed, converse, authMeter, mapErrors, clock } = engine;
  return {
    countSteps(name) {
      const provider = findProvider(name);
      return provider ? stepsOf(provider).length : 0;
    },
    stepParams: (name, step) => stepOf(providerNamed(name), step).callbackParams ?? [],
    stepVariables(name, metadataJson) {
      const provider = providerNamed(name);
      const declared = ['workspace', ...(provider.variables ?? []).map((variable) => variable.name)];
      const given = variablesOf(provider, '', metadataJson);
      return withDefaults(
        provider,
        Object.fromEntries(Object.entries(given).filter(([key]) => declared.includes(key))),
      );
    },
    stepContradictions: (name, step, given, values) =>
      unconfirmedParams(stepOf(providerNamed(name), step), given, values),
    stepPage(name, step, values) {
      const provider = providerNamed(name);
      const spec = stepOf(provider, step);
      const url = mapErrors(provider, () => stepUrl(provider, spec, values));
      return url === null ? null : { url, bindsState: bindsState(spec) };
    },
    async takeStep(owner, name, step, values) {
      const provider = providerNamed(name);
      const learned: StepAnswer = { credentials: {}, metadata: {}, claims: {} };
      for (const exchange of stepOf(provider, step).exchange ?? []) {
        const known = { ...values, ...learned.credentials, ...learned.claims };
        Object.assign(
          learned.credentials,
          mapErrors(provider, () => base64Credentials(provider, exchange, known)),
        );
        const held = secretValues(provider, { ...known, ...learned.credentials });
        const answer = await converse(
          { provider, held, meter: authMeter(provider, owner) },
          async ({ send, value }) => {
            const request = exchangeRequest(provider, exchange, { ...known, ...learned.credentials });
            if (!request) return { credentials: {}, metadata: {}, claims: {} };
            const response = await send({ ...request, timeoutMs: CALL_TIMEOUT_MS });
            const taken = readExchange(provider, exchange, response, {
              clientId: values['clientId'],
              now: clock.now(),
            });
            return { ...taken, metadata: value(taken.metadata) };
          },
        );
        Object.assign(learned.credentials, answer.credentials);
        Object.assign(learned.metadata, answer.metadata);
        Object.assign(learned.claims, answer.claims);
      }
      return learned;
    },
  };
}

/**
 * The values that must not be shown: the client secret, the verifier, a code or token of the callback, the values that
 * a step obtained, and inputs that are not plain text. Regions, workspaces and other ids are not secret, and masking
 * them would corrupt stored data.
 */
function secretValues(provider: Provider, values: Record<string, string>): string[] {
  const { inputs = [] } = provider.auth.type === 'custom' ? provider.auth : {};
  const plain = plainInputs(provider);
  const typed = inputs.map(({ name }) => name).filter((name) => !plain.includes(name));
  const obtained = stepsOf(provider).flatMap(({ exchange = [] }) =>
    exchange.flatMap(({ base64 = {}, credentials = {} }) => [...Object.keys(base64), ...Object.keys(credentials)]),
  );
  const returned = stepsOf(provider).flatMap(({ callbackParams = [] }) =>
    callbackParams.filter((name) => SECRET_PARAM.test(name)),
  );
  const secret = new Set(['clientSecret', 'codeVerifier', ...typed, ...obtained, ...returned]);
  return Object.entries(values).flatMap(([name, value]) => (secret.has(name) ? [value] : []));
}

/** Throws unprocessable for steps that Causeway refuses, and for a step that the provider file no longer has. */
function stepOf(provider: Provider, step: number): AuthStep {
  const refusal = stepsRefusal(provider);
  if (refusal)
    throw new Problem('unprocessable', `Causeway does not connect ${provider.displayName} by these steps.`, {
      causes: [refusal],
      remedy: `Correct the provider file; causeway providers check ${provider.name}.yaml says how.`,
    });
  const found = stepsOf(provider)[step];
  if (found) return found;
  throw new Problem('unprocessable', `The steps to connect to ${provider.displayName} have changed.`, {
    remedy: 'Start a new authorization.',
  });
}
