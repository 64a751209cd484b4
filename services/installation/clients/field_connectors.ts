import type { Conversation } from '../../../connectors/calls/provider_calls.ts';
import { secretsIn } from '../../../connectors/calls/request_secrets.ts';
import { readMetadata } from '../../../connectors/engine/fields/metadata.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { upsertFields } from '../../../connectors/engine/upserts/upsert_fields.ts';
import type { Send } from '../../../lib/http/outbound.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { AccountCall, Connectors } from '../providers/domain/provider.ts';

type Engine = {
  providerNamed(name: string): Provider;
  asked<T>(provider: Provider, held: readonly string[], ask: (via: Conversation) => Promise<T>): Promise<T>;
  clock: Clock;
};

/** Timeout of one call; a request makes several. The time left for the request may be shorter. */
const CALL_TIMEOUT = 10_000;
/** Metadata is large, but smaller than a page of records may be. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The methods of Connectors for fields: describe and upsert. */
export function fieldConnectors({
  providerNamed,
  asked,
  clock,
}: Engine): Pick<Connectors, 'describeObject' | 'upsertFields'> {
  const hurried =
    (send: Send, { deadline }: AccountCall): Send =>
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
      return asked(at.provider, heldBy(account), async ({ send, value }) =>
        value(await readMetadata(at, hurried(send, account), clock.now())),
      );
    },
    async upsertFields({ fields, ...account }) {
      const at = target(account);
      return asked(at.provider, heldBy(account), async ({ send, explained }) =>
        explained(await upsertFields(at, fields, hurried(send, account), clock.now())),
      );
    },
  };
}

function heldBy({ attachments, secrets = [] }: AccountCall): string[] {
  return [...secrets, ...secretsIn(attachments)];
}
