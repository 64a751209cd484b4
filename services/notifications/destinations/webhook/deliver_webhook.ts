import type { OutboundRequest, OutboundResponse, SendRequest } from '../../../../lib/http/outbound.ts';
import { OutboundError } from '../../../../lib/http/outbound_error.ts';
import { signedHeaders } from '../../../../lib/signature/webhook_signature.ts';
import { traceparent } from '../../../../lib/telemetry/tracing.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { DeliveryResult, DeliveryTarget, DestinationMessage } from '../destination_driver.ts';
import { receiverAnswer, resultOfError, resultOfStatus, retryAfterMs } from './receiver_answer.ts';
import { isReservedHeader, type WebhookMetadata } from './webhook_metadata.ts';

type WebhookLimits = { headTimeoutMs: number; timeoutMs: number };
export type WebhookDeps = { send: SendRequest; clock: Clock; limits: WebhookLimits };
type WebhookTarget = DeliveryTarget<WebhookMetadata>;

/** Max bytes that are read of a response body; only the beginning is stored. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** When a connection fails faster than this, it was refused or stale, and the request is repeated at once. Ms. */
const QUICK_FAILURE_MS = 1_000;

/** Posts a message once. Each attempt has its own signature; the body always has the same bytes. */
export function makeDeliverWebhook({ send, clock, limits }: WebhookDeps) {
  return async function deliverWebhook(target: WebhookTarget, message: DestinationMessage): Promise<DeliveryResult> {
    const request = requestOf(target, message, { limits, time: clock.now() });
    try {
      const { status, headers, text } = await sendWithOneRetry(send, request);
      const answer = receiverAnswer({ status, text }, { ...request, secrets: target.signingSecrets });
      const wait = retryAfterMs(headers['retry-after'], clock.now());
      return { ...resultOfStatus(status), ...(answer !== '' && { answer }), ...(wait > 0 && { retryAfterMs: wait }) };
    } catch (err) {
      if (err instanceof OutboundError) return resultOfError(err.reason);
      throw err;
    }
  };
}

function requestOf(
  { metadata, signingSecrets }: WebhookTarget,
  { id, body }: DestinationMessage,
  { limits, time }: { limits: WebhookLimits; time: number },
): OutboundRequest {
  const secrets = [...signingSecrets];
  const trace = traceparent();
  const signature = signedHeaders({ secrets, messageId: id, timestampSeconds: Math.floor(time / 1000), body });
  return {
    method: 'POST',
    url: metadata.url,
    headers: {
      ...customHeaders(metadata),
      'content-type': 'application/json',
      ...(trace !== null && { traceparent: trace }),
      ...signature,
    },
    bytes: body,
    headTimeoutMs: limits.headTimeoutMs,
    timeoutMs: limits.timeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    cutBody: true,
  };
}

async function sendWithOneRetry(send: SendRequest, request: OutboundRequest): Promise<OutboundResponse> {
  const started = performance.now();
  try {
    return await send(request);
  } catch (err) {
    const isQuick =
      err instanceof OutboundError && err.reason === 'connect' && performance.now() - started < QUICK_FAILURE_MS;
    if (!isQuick) throw err;
    return send(request);
  }
}

/**
 * The custom headers. They were validated when they were stored; headers that became reserved since then are omitted.
 */
function customHeaders({ headers = {} }: WebhookMetadata): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !isReservedHeader(name))
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
}
