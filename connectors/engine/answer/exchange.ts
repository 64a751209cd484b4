import { ANSWER_LIMITS, AnswerLimitExceeded, type AnswerLimits } from '../../../lib/http/answer_limits.ts';
import type { OutboundRequest, OutboundResponse, SendRequest } from '../../../lib/http/outbound.ts';
import { OutboundError } from '../../../lib/http/outbound_error.ts';
import type { Json } from '../../../lib/json/json.ts';
import type { Format } from '../file/paging_facts.ts';
import type { Provider } from '../file/provider.ts';
import { answerBody } from './answer_body.ts';
import { failureOf } from './classify.ts';
import { ProviderFailure } from './failure.ts';
import { limitFailure } from './limit_failure.ts';
import { MAX_HINT_MS, msUntilReset } from './retry_hint.ts';

export type Answer = {
  status: number;
  body: Json | undefined;
  headers: Readonly<Record<string, string>>;
  format: Format;
  /** The number of characters of the response text. */
  size: number;
  limits: AnswerLimits;
};

/**
 * Sends one request to a provider and parses the response. Throws ProviderFailure when the call fails. A cancelled call
 * rethrows the client's own error.
 */
export async function exchange(
  provider: Provider,
  request: OutboundRequest,
  send: SendRequest,
  now: number,
  declared?: Format,
): Promise<Answer> {
  const response = await send(request).catch(toProviderFailure(provider));
  const { body, format } = await answerBody(response, declared, provider.displayName);
  const failure = failureOf(provider, response, body, now);
  if (failure) throw failure;
  if (body === undefined && response.text.trim() !== '') {
    throw new ProviderFailure(
      'providerFault',
      `${provider.displayName} answered with a body that is not valid ${format.toUpperCase()}.`,
      {
        status: response.status,
      },
    );
  }
  const { status, headers, text, limits = ANSWER_LIMITS } = response;
  return { status, body, headers, format, size: text.length, limits };
}

/** Maps an error of the outbound client to a ProviderFailure by its `reason`. Cancellations and bugs are rethrown. */
export function toProviderFailure(provider: Provider) {
  return (err: unknown): never => {
    const reason = err instanceof Error && 'reason' in err ? err.reason : undefined;
    if (typeof reason !== 'string' || reason === 'aborted') throw err;
    if (err instanceof OutboundError && err.cause instanceof AnswerLimitExceeded)
      throw limitFailure(provider.displayName, err.cause);
    const kind = reason === 'blocked' ? 'badRequest' : 'network';
    throw new ProviderFailure(kind, `${provider.displayName} could not be called: ${(err as Error).message}`, {
      cause: err,
    });
  };
}

/** `resetMs`: milliseconds until the provider resets `remaining` to `limit`. */
export type RateLimit = { limit?: number; remaining?: number; resetMs?: number };

/**
 * The rate limit in the response headers. Undefined when the file declares no such headers, or the response lacks them.
 */
export function rateLimitOf(
  { rateLimit }: Provider,
  headers: OutboundResponse['headers'],
  now: number,
): RateLimit | undefined {
  if (!rateLimit) return undefined;
  const textOf = (name: string | undefined) => name && headers[name.toLowerCase()];
  const [limit, remaining] = [numberOf(textOf(rateLimit.limit)), numberOf(textOf(rateLimit.remaining))];
  if (limit === undefined && remaining === undefined) return undefined;
  const resetMs = msUntilReset(textOf(rateLimit.reset), now, rateLimit.resetUnit);
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetMs !== undefined && { resetMs: Math.min(Math.max(0, resetMs), MAX_HINT_MS) }),
  };
}

function numberOf(text: string | undefined): number | undefined {
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
