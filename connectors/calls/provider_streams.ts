/**
 * The door for one call that is passed on for somebody else: both bodies flow through, and neither is looked at. It takes
 * its permit, is learnt from and recorded as the calls of a conversation are (provider_calls.ts), and what it throws is
 * masked. The answer is not: its receiver masks what it shows of it, such as Location, with `text` and `value`.
 *
 * Secrets in a body that is a stream are not known.
 */

import { joinedHeaders } from '../../lib/http/joined_headers.ts';
import type { Send } from '../../lib/http/outbound.ts';
import type { SendStream, StreamRequest, StreamResponse } from '../../lib/http/stream.ts';
import { maskedError } from './masked_error.ts';
import { type Masks, masksOf } from './masks.ts';
import type { Meter } from './meter.ts';
import { requestSecrets } from './request_secrets.ts';

export type ProviderStream = StreamResponse & Pick<Masks, 'text' | 'value'>;

/**
 * Makes one streamed call. `held`: the secrets that the caller knows of the account and the provider app. `meter`: the
 * budgets that the call counts against; the wait for a permit is no part of the request's deadlines. Rejects with a
 * masked OutboundError, or RateLimitExhausted; the error of the answer's body is masked too.
 */
export type ProviderStreams = (
  about: { held: readonly (string | undefined)[]; meter: Meter },
  request: StreamRequest,
) => Promise<ProviderStream>;

export function providerStreams(stream: SendStream): ProviderStreams {
  return async ({ held, meter }, request) => {
    const known = held.filter((secret) => secret !== undefined);
    const masks = masksOf(() => [...known, ...requestSecrets(request)]);
    const mask = (error: unknown) => maskedError(error, masks.text);
    try {
      const response = await metered(meter, async () => withMaskedErrors(await stream(request), mask), request);
      return { ...response, text: masks.text, value: masks.value };
    } catch (error) {
      await meter.failed(error);
      throw mask(error);
    }
  };
}

/** A meter counts calls and learns from their heads. What it sees of this one is an answer without a text. */
async function metered(
  meter: Meter,
  call: () => Promise<StreamResponse>,
  { method, url }: StreamRequest,
): Promise<StreamResponse> {
  let response: StreamResponse | undefined;
  const send: Send = async () => {
    response = await call();
    return { status: response.status, headers: joinedHeaders(response.headers), text: '' };
  };
  try {
    await meter.answered(await meter.metered(send)({ method, url }));
    if (!response) throw new Error('The meter has answered a call itself.');
    return response;
  } catch (error) {
    response?.body.destroy(); // nobody else would
    throw error;
  }
}

/** Errors are masked in place, before any other listener sees them; one may have come already. */
function withMaskedErrors(response: StreamResponse, mask: (error: unknown) => unknown): StreamResponse {
  response.body.prependListener('error', mask);
  if (response.body.errored) mask(response.body.errored);
  return response;
}
