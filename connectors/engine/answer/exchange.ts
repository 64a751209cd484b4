import type { OutboundRequest, OutboundResponse, Send } from '../../../lib/http/outbound.ts';
import type { Json } from '../../../lib/json/json.ts';
import { answerBody } from './answer_body.ts';
import { failureOf } from './classify.ts';
import { ProviderFailure } from './failure.ts';
import type { Format } from '../file/paging_facts.ts';
import type { Provider } from '../file/provider.ts';
import { LONGEST_HINT, resetMillis } from './retry_hint.ts';

export type Answer = {
  status: number;
  body: Json | undefined;
  headers: Readonly<Record<string, string>>;
  format: Format;
};

/** One call to a provider: its answer as a value, or a ProviderFailure. A cancelled call throws what the client threw. */
export async function exchange(
  provider: Provider,
  request: OutboundRequest,
  send: Send,
  now: number,
  declared?: Format,
): Promise<Answer> {
  const response = await send(request).catch(unanswered(provider));
  const { body, format } = answerBody(response, declared);
  const failure = failureOf(provider, response, body, now);
  if (failure) throw failure;
  if (body === undefined && response.text.trim() !== '') {
    throw new ProviderFailure(
      'providerFault',
      `${provider.displayName} answered with something that is no ${format.toUpperCase()}.`,
      {
        status: response.status,
      },
    );
  }
  return { status: response.status, body, headers: response.headers, format };
}

/** Errors of the outbound client, by their `reason`; everything else is a bug or a cancellation and passes through. */
export function unanswered(provider: Provider) {
  return (err: unknown): never => {
    const reason = err instanceof Error && 'reason' in err ? err.reason : undefined;
    if (typeof reason !== 'string' || reason === 'aborted') throw err;
    const kind = reason === 'blocked' ? 'badRequest' : reason === 'tooLarge' ? 'providerFault' : 'network';
    throw new ProviderFailure(kind, `${provider.displayName} could not be called: ${(err as Error).message}`, {
      cause: err,
    });
  };
}

/** `resetMs`: how long until what remains is the whole limit again. */
export type RateLimit = { limit?: number; remaining?: number; resetMs?: number };

/** What an answer says about the provider's rate limit, where the file names the headers. */
export function rateLimitOf(
  { rateLimit }: Provider,
  headers: OutboundResponse['headers'],
  now: number,
): RateLimit | undefined {
  if (!rateLimit) return undefined;
  const textOf = (name: string | undefined) => name && headers[name.toLowerCase()];
  const [limit, remaining] = [numberOf(textOf(rateLimit.limit)), numberOf(textOf(rateLimit.remaining))];
  if (limit === undefined && remaining === undefined) return undefined;
  const resetMs = resetMillis(textOf(rateLimit.reset), now, rateLimit.resetUnit);
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetMs !== undefined && { resetMs: Math.min(Math.max(0, resetMs), LONGEST_HINT) }),
  };
}

function numberOf(text: string | undefined): number | undefined {
  return text && Number.isFinite(Number(text)) ? Number(text) : undefined;
}
