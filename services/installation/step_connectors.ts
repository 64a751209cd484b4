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
import type { Send } from '../../lib/http/outbound.ts';
import { Problem } from '../../lib/problem/problem.ts';
import type { Connectors, StepAnswer } from './domain/provider.ts';

type Engine = {
  findProvider(name: string): Provider | undefined;
  providerNamed(name: string): Provider;
  asked<T>(provider: Provider, ask: () => Promise<T>): Promise<T>;
  translated<T>(provider: Provider, make: () => T): T;
  send: Send;
};
type Methods = 'countSteps' | 'stepParams' | 'stepPage' | 'takeStep';

/** A person waits for it, within the 10 s of a request. */
const CALL_TIMEOUT = 8_000;

/** The methods of Connectors for multi-step authorizations. */
export function stepConnectors({
  findProvider,
  providerNamed,
  asked,
  translated,
  send,
}: Engine): Pick<Connectors, Methods> {
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
        const answer = await asked(provider, async () => {
          const request = exchangeRequest(provider, exchange, { ...known, ...learned.credentials });
          if (!request) return { credentials: {}, metadata: {} };
          return readExchange(provider, exchange, await send({ ...request, timeoutMs: CALL_TIMEOUT }));
        });
        Object.assign(learned.credentials, answer.credentials);
        Object.assign(learned.metadata, answer.metadata);
      }
      return learned;
    },
  };
}

function stepOf(provider: Provider, step: number): AuthStep {
  const found = stepsOf(provider)[step];
  if (found) return found;
  throw new Problem('unprocessable', `The steps to connect to ${provider.displayName} have changed.`, {
    remedy: 'Start a new authorization.',
  });
}
