/**
 * One call that is passed on for a caller (the proxy): both bodies are streamed and not inspected. As for a call of a
 * conversation (provider_calls.ts), Causeway takes a permit, records the rate limit headers, reports the call to the
 * telemetry and masks the errors. The response is not masked. A receiver that shows a part of the response, such as
 * Location, masks this part with `text` or `value`.
 *
 * Secrets in a streamed request body are unknown, so they are not masked.
 */

import { joinedHeaders } from '../../lib/http/joined_headers.ts';
import type { SendRequest } from '../../lib/http/outbound.ts';
import type { SendStream, StreamRequest, StreamResponse } from '../../lib/http/stream.ts';
import { maskedError } from './masked_error.ts';
import { type Masks, masksOf } from './masks.ts';
import type { Meter } from './meter.ts';
import { requestSecrets } from './request_secrets.ts';

export type ProviderStream = StreamResponse & Pick<Masks, 'text' | 'value'>;

/**
 * Makes one streamed call. `held`: the caller's secrets of the account and the provider app. `meter`: the budgets that
 * the call counts against. The wait for a permit does not count for the request's deadlines. Rejects with a masked
 * OutboundError, or with RateLimitExhausted. An error of the response's body is masked too.
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

/** Passes the call through the meter, which counts calls and reads status and headers, but not the body. */
async function metered(
  meter: Meter,
  call: () => Promise<StreamResponse>,
  { method, url }: StreamRequest,
): Promise<StreamResponse> {
  let response: StreamResponse | undefined;
  const send: SendRequest = async () => {
    response = await call();
    return { status: response.status, headers: joinedHeaders(response.headers), text: '' };
  };
  try {
    await meter.answered(await meter.metered(send)({ method, url }));
    if (!response) throw new Error('The meter has answered a call itself.');
    return response;
  } catch (error) {
    response?.body.destroy(); // No other code destroys this body.
    throw error;
  }
}

/** Masks an error of the body in place, before other listeners see it. The error may have happened already. */
function withMaskedErrors(response: StreamResponse, mask: (error: unknown) => unknown): StreamResponse {
  response.body.prependListener('error', mask);
  if (response.body.errored) mask(response.body.errored);
  return response;
}
