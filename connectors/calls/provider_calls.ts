/**
 * The one door to providers: every call of every service to a provider, a token endpoint or another external API goes
 * through a conversation. It knows the secrets of its requests and those that its caller holds, and masks them in
 * everything that is thrown out of it. A provider may echo what it received, in the body of a 401 for example, and that
 * text would go into logs, events, webhooks, results and pages. Each of its calls takes a permit of its rate budgets
 * first (call_budgets.ts).
 *
 * The answers themselves are not masked. A token response contains tokens, and records are data. Code that derives a
 * text or a value from an answer and shows or stores it in clear uses `text` and `value`.
 *
 * Not recognised: secrets of fewer than four characters, parts of a secret other than its beginning, and a secret in
 * another case, order or cipher.
 */

import type { OutboundRequest, Send } from '../../lib/http/outbound.ts';
import { maskedError } from './masked_error.ts';
import { type Masks, masksOf } from './masks.ts';
import type { Meter } from './meter.ts';
import { requestSecrets } from './request_secrets.ts';

export type Conversation = Masks & {
  /** Calls the provider. Its answers are unmasked. */
  send: Send;
  /** Names secrets that an answer brought, such as new tokens. */
  learn(secrets: readonly (string | undefined)[]): void;
};

/**
 * Runs a conversation. `held`: the secrets that the caller knows of the account and the provider app. `meter`: the
 * budgets that its calls count against.
 */
export type ProviderCalls = <T>(
  about: { held: readonly (string | undefined)[]; meter: Meter },
  talk: (conversation: Conversation) => Promise<T>,
) => Promise<T>;

/** A page may take many calls. An answer echoes its own request, and few are open at once. */
const REMEMBERED_REQUESTS = 64;

export function providerCalls(send: Send): ProviderCalls {
  return async ({ held, meter }, talk) => {
    const conversation = startConversation(meter.metered(send), held);
    try {
      return await talk(conversation);
    } catch (error) {
      await meter.failed(error);
      throw maskedError(error, conversation.text);
    }
  };
}

function startConversation(send: Send, held: readonly (string | undefined)[]): Conversation {
  const known = held.filter((secret) => secret !== undefined);
  const requests: OutboundRequest[] = [];
  return {
    ...masksOf(() => [...known, ...requests.flatMap(requestSecrets)]),
    send(request) {
      requests.push(request);
      if (requests.length > REMEMBERED_REQUESTS) requests.shift();
      return send(request);
    },
    learn: (more) => void known.push(...more.filter((secret) => secret !== undefined)),
  };
}
