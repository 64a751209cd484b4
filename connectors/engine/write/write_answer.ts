/** Interprets the response to a write: the write was done, it was refused, or its outcome is unknown. */
import { isSuccess } from '../../../lib/http/is_success.ts';
import type { OutboundRequest, OutboundResponse, SendRequest } from '../../../lib/http/outbound.ts';
import { mayHaveArrived, OutboundError } from '../../../lib/http/outbound_error.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { answerBody } from '../answer/answer_body.ts';
import { failureMessage, failureOf } from '../answer/classify.ts';
import { toProviderFailure } from '../answer/exchange.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { Provider } from '../file/provider.ts';
import type { RefusalRule, WriteCall } from '../file/write_facts.ts';
import { getPath } from '../json_path.ts';
import { WriteFailure } from './write_failure.ts';

/**
 * The default of `lost` in a provider file: statuses after which it is unknown whether the write was done. 520 and 524
 * come from a proxy whose origin server took the request, but sent no valid response (520) or none in time (524).
 */
const LOST: readonly number[] = [500, 502, 504, 520, 524];

export type WriteRules = { call: WriteCall; lost?: readonly number[] | undefined };

/** Sends the write. Returns the body of the response, or undefined if it has none. Throws WriteFailure. */
export async function sendWrite(
  provider: Provider,
  request: OutboundRequest,
  { call, lost = LOST }: WriteRules,
  { send, now }: { send: SendRequest; now: number },
): Promise<Json | undefined> {
  const response = await send(request).catch(notAnswered(provider));
  const body = await parsed(provider, response);
  const fail = (failure: ProviderFailure, isLost: boolean): never => {
    throw new WriteFailure(failure, { isLost, response: response.text });
  };
  const { status } = response;
  const failure = failureOf(provider, response, body, now);
  // A 2xx that reports a fault of the provider (GraphQL) leaves the outcome unknown, as a 500 does.
  if (failure) fail(failure, isSuccess(response) ? failure.kind === 'providerFault' : lost.includes(status));
  const rules = refusals(call);
  const isUnread = body === undefined && (response.text.trim() !== '' || call.graphql !== undefined);
  if (isUnread && rules.length > 0)
    fail(
      new ProviderFailure(
        'providerFault',
        `${provider.displayName} answered ${status} with a body that cannot be read.`,
        {
          status,
        },
      ),
      true,
    );
  const refused = rules.find((rule) => isRefusal(rule, body)) ?? userErrors(call, body);
  if (refused) {
    const words = [refused.message ?? '', `${refused.path}[0].message`, `${refused.path}.message`, ...ERRORS];
    const message = failureMessage(provider, response, body, words.filter(Boolean));
    fail(new ProviderFailure('badRequest', message, { status }), false);
  }
  return body;
}

const ERRORS = ['errors[0].message', 'errors[0].detail', 'error.message', 'error', 'message'];

/**
 * Without a response the outcome is unknown (`isLost`), unless the request was never sent. An aborted call may have
 * been sent.
 */
function notAnswered(provider: Provider) {
  return (error: unknown): never => {
    const isAborted = error instanceof OutboundError && error.reason === 'aborted';
    if (isAborted) {
      const message = `The call to ${provider.displayName} was given up before it was answered.`;
      throw new WriteFailure(new ProviderFailure('network', message, { cause: error }), { isLost: true });
    }
    try {
      return toProviderFailure(provider)(error);
    } catch (failure) {
      if (!(failure instanceof ProviderFailure) || failure === error) throw failure;
      const { cause } = failure;
      throw new WriteFailure(failure, { isLost: !(cause instanceof OutboundError) || mayHaveArrived(cause) });
    }
  };
}

/** The body; undefined if it is empty or cannot be read. */
async function parsed(provider: Provider, response: OutboundResponse): Promise<Json | undefined> {
  try {
    return (await answerBody(response, undefined, provider.displayName)).body;
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

function refusals({ refused = [], graphql }: WriteCall): RefusalRule[] {
  return [...([refused].flat() as RefusalRule[]), ...(graphql ? [{ path: 'errors' }] : [])];
}

function isRefusal({ path, equals }: RefusalRule, body: Json | undefined): boolean {
  const value = getPath(body, path);
  if (equals !== undefined) return value === equals;
  if (Array.isArray(value)) return value.length > 0;
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
}

/** A GraphQL mutation reports faults of the input beside the data, in a list that is empty on success. */
function userErrors({ graphql }: WriteCall, body: Json | undefined): RefusalRule | undefined {
  const data = getPath(body, 'data');
  if (!graphql || !isObject(data)) return undefined;
  for (const [mutation, answer] of Object.entries(data))
    for (const [key, list] of Object.entries(isObject(answer) ? answer : {}))
      if (/userErrors$/i.test(key) && Array.isArray(list) && list.length > 0)
        return { path: `data.${mutation}.${key}` };
  return undefined;
}

/** The record in a response body; null if there is none. */
export function recordIn(body: Json | undefined, { data, wrap }: WriteCall): JsonObject | null {
  const found = getPath(body, data ?? wrap ?? '');
  if (isObject(found)) return found;
  return data === undefined && isObject(body) ? body : null;
}
