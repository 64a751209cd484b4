/**
 * The one way to providers: every call of every service to a provider, a token endpoint or another external API is part
 * of a conversation. The conversation knows the secrets of its requests and its caller's secrets, and masks them in
 * every error that it throws. A provider may echo the request, in the body of a 401 for example, and the text could
 * reach logs, events, webhooks, results and pages. Each call first takes a permit from its rate budgets
 * (call_budgets.ts).
 *
 * Responses are not masked: a token response contains tokens, and records are data. Code that shows or stores a text or
 * value from a response unencrypted must mask it with `text` or `value`.
 *
 * The masks do not recognise secrets of fewer than four characters, parts of a secret other than its beginning, and a
 * secret in another case, order or cipher.
 */

import type { OutboundRequest, SendRequest } from '../../lib/http/outbound.ts';
import { maskedError } from './masked_error.ts';
import { type Masks, masksOf } from './masks.ts';
import type { Meter } from './meter.ts';
import { requestSecrets } from './request_secrets.ts';

export type Conversation = Masks & {
  /** Calls the provider. Responses are not masked. */
  send: SendRequest;
  /** Adds secrets to mask, such as new tokens in a response. */
  learn(secrets: readonly (string | undefined)[]): void;
};

/**
 * Runs a conversation. `held`: the caller's secrets of the account and the provider app. `meter`: the budgets that the
 * calls count against.
 */
export type ProviderCalls = <T>(
  about: { held: readonly (string | undefined)[]; meter: Meter },
  talk: (conversation: Conversation) => Promise<T>,
) => Promise<T>;

/**
 * The secrets of this many of the latest requests are masked. A page may take many calls, but a response echoes only
 * its own request, and few calls are open at the same time.
 */
const REMEMBERED_REQUESTS = 64;

export function providerCalls(send: SendRequest): ProviderCalls {
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

function startConversation(send: SendRequest, held: readonly (string | undefined)[]): Conversation {
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
