import type { Conversation } from '../../connectors/calls/provider_calls.ts';
import {
  bindsState,
  encoded,
  exchangeRequest,
  readExchange,
  stepsOf,
  stepUrl,
} from '../../connectors/engine/auth/multi_step.ts';
import type { AuthStep } from '../../connectors/engine/file/provider.ts';
import type { Provider } from '../../connectors/engine/file/providers.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Connectors, StepAnswer } from './domain/provider.ts';

type Engine = {
  findProvider(name: string): Provider | undefined;
  providerNamed(name: string): Provider;
  asked<T>(provider: Provider, held: readonly string[], ask: (via: Conversation) => Promise<T>): Promise<T>;
  translated<T>(provider: Provider, make: () => T): T;
};
type Methods = 'countSteps' | 'stepParams' | 'stepPage' | 'takeStep';

/** A person waits for it, within the 10 s of a request. */
const CALL_TIMEOUT = 8_000;

/** The methods of Connectors for multi-step authorizations. */
export function stepConnectors({ findProvider, providerNamed, asked, translated }: Engine): Pick<Connectors, Methods> {
  return {
    countSteps(name) {
      const provider = findProvider(name);
      return provider ? stepsOf(provider).length : 0;
    },
    stepParams: (name, step) => stepOf(providerNamed(name), step).callbackParams ?? [],
    stepPage(name, step, values) {
      const provider = providerNamed(name);
      const spec = stepOf(provider, step);
      const url = translated(provider, () => stepUrl(provider, spec, values));
      return url === null ? null : { url, bindsState: bindsState(spec) };
    },
    async takeStep(name, step, values) {
      const provider = providerNamed(name);
      const learned: StepAnswer = { credentials: {}, metadata: {} };
      for (const exchange of stepOf(provider, step).exchange ?? []) {
        const known = { ...values, ...learned.credentials };
        Object.assign(
          learned.credentials,
          translated(provider, () => encoded(provider, exchange, known)),
        );
        const held = secretValues(provider, { ...known, ...learned.credentials });
        const answer = await asked(provider, held, async ({ send, value }) => {
          const request = exchangeRequest(provider, exchange, { ...known, ...learned.credentials });
          if (!request) return { credentials: {}, metadata: {} };
          const response = await send({ ...request, timeoutMs: CALL_TIMEOUT });
          const { credentials, metadata } = readExchange(provider, exchange, response);
          return { credentials, metadata: value(metadata) };
        });
        Object.assign(learned.credentials, answer.credentials);
        Object.assign(learned.metadata, answer.metadata);
      }
      return learned;
    },
  };
}

/**
 * What a customer typed or a step obtained, except what the provider file says is no secret: variables, the names of
 * the account and the app's public id.
 */
function secretValues({ auth, variables = [] }: Provider, values: Record<string, string>): string[] {
  const inputs = auth.type === 'custom' ? (auth.inputs ?? []) : [];
  const shown = inputs.filter(({ fieldType }) => fieldType === 'fieldTypeText').map(({ name }) => name);
  const open = new Set(['clientId', ...variables.map(({ name }) => name), ...shown]);
  return Object.entries(values).flatMap(([name, value]) => (open.has(name) ? [] : [value]));
}

function stepOf(provider: Provider, step: number): AuthStep {
  const found = stepsOf(provider)[step];
  if (found) return found;
  throw new Problem('unprocessable', `The steps to connect to ${provider.displayName} have changed.`, {
    remedy: 'Start a new authorization.',
  });
}
