import type { CallBudgets } from '../../../connectors/calls/call_budgets.ts';
import type { Meter } from '../../../connectors/calls/meter.ts';
import type { Conversation } from '../../../connectors/calls/provider_calls.ts';
import { secretsIn } from '../../../connectors/calls/request_secrets.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { readMetadata } from '../../../connectors/engine/fields/metadata.ts';
import { upsertFields } from '../../../connectors/engine/upserts/upsert_fields.ts';
import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { AccountCall, Connectors } from '../providers/provider.ts';

type FieldConnectorParts = {
  providerNamed(name: string): Provider;
  converse<T>(
    about: { provider: Provider; held: readonly string[]; meter: Meter },
    ask: (via: Conversation) => Promise<T>,
  ): Promise<T>;
  budgets: CallBudgets;
  clock: Clock;
};

/**
 * Timeout of one call to the provider. A request makes several calls, so a call has less time when the request's
 * deadline is near.
 */
const CALL_TIMEOUT_MS = 10_000;
/** Max bytes of a response with the metadata of fields. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The methods of Connectors for fields: describe and upsert. */
export function fieldConnectors({
  providerNamed,
  converse,
  budgets,
  clock,
}: FieldConnectorParts): Pick<Connectors, 'describeObject' | 'upsertFields'> {
  const hurried =
    (send: SendRequest, { deadline }: AccountCall): SendRequest =>
    (request) =>
      send({
        maxBytes: MAX_BYTES,
        ...request,
        timeoutMs: Math.max(1, Math.min(CALL_TIMEOUT_MS, deadline - clock.now())),
      });
  const target = ({ provider, module, attachments: auth, variables }: AccountCall) => ({
    provider: providerNamed(provider),
    module: module || undefined,
    auth,
    variables,
  });

  /**
   * When no permit is available, the first call fails at once. Later calls wait until the caller's deadline: otherwise
   * a description that needs more calls than one window allows could never finish.
   */
  const about = (provider: Provider, account: AccountCall, objectName?: string) => ({
    provider,
    held: secretsOfCall(account),
    meter: budgets.ofData({
      provider,
      caller: { ...account.caller, objectName },
      isInteractive: true,
      maxWaitMs: (callsMade) => (callsMade === 0 ? 0 : Math.max(0, account.deadline - clock.now())),
    }),
  });

  return {
    async describeObject({ object: objectName, ...account }) {
      const at = { ...target(account), objectName };
      return converse(about(at.provider, account, objectName), async ({ send, value }) =>
        value(await readMetadata(at, hurried(send, account), clock.now())),
      );
    },
    async upsertFields({ fields, ...account }) {
      const at = target(account);
      const how = about(at.provider, account);
      return converse(how, async ({ send, explained }) =>
        explained(await upsertFields(at, fields, hurried(send, account), clock.now(), how.meter.failed)),
      );
    },
  };
}

function secretsOfCall({ attachments, secrets = [] }: AccountCall): string[] {
  return [...secrets, ...secretsIn(attachments)];
}
