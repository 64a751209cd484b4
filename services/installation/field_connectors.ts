import { readMetadata } from '../../connectors/engine/fields/metadata.ts';
import type { Provider } from '../../connectors/engine/file/providers.ts';
import { upsertFields } from '../../connectors/engine/fields/upsert_fields.ts';
import type { Send } from '../../lib/http/outbound.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { AccountCall, Connectors } from './domain/provider.ts';

type Engine = {
  providerNamed(name: string): Provider;
  asked<T>(provider: Provider, ask: () => Promise<T>): Promise<T>;
  send: Send;
  clock: Clock;
};

/** One call of several to a provider; what is left of the request may be less. */
const CALL_TIMEOUT = 10_000;
/** Descriptions are long, but not as long as a page of records may be. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The part of the engine that is about fields: describing those of an object, and making some. */
export function fieldConnectors({
  providerNamed,
  asked,
  send,
  clock,
}: Engine): Pick<Connectors, 'describeObject' | 'upsertFields'> {
  const hurried =
    ({ deadline }: AccountCall): Send =>
    (request) =>
      send({ maxBytes: MAX_BYTES, ...request, timeoutMs: Math.max(1, Math.min(CALL_TIMEOUT, deadline - clock.now())) });
  const target = ({ provider, module, attachments: auth, variables }: AccountCall) => ({
    provider: providerNamed(provider),
    module: module || undefined,
    auth,
    variables,
  });

  return {
    async describeObject({ object: objectName, ...account }) {
      const at = { ...target(account), objectName };
      return asked(at.provider, () => readMetadata(at, hurried(account), clock.now()));
    },
    async upsertFields({ fields, ...account }) {
      const at = target(account);
      return asked(at.provider, () => upsertFields(at, fields, hurried(account), clock.now()));
    },
  };
}
