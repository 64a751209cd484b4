import type { OutboundRequest, OutboundResponse, Send } from '../../../lib/http/outbound.ts';
import { OutboundError } from '../../../lib/http/outbound_error.ts';
import type { Log } from '../../../lib/log/log.ts';
import { signedHeaders } from '../../../lib/signature/webhook_signature.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { HeldDelivery, Outcome } from '../deliveries/domain/delivery.ts';
import { retryAfterMs } from '../attempts/domain/retry_after.ts';
import { isReservedHeader, type WebhookMetadata } from '../destinations/domain/webhook_metadata.ts';
import { receiverAnswer } from './receiver_answer.ts';

export type AttemptLimits = { headTimeoutMs: number; timeoutMs: number };
type Deps = { send: Send; clock: Clock; limits: AttemptLimits; log: Log };
export type Attempt = (
  delivery: HeldDelivery,
  webhook: WebhookMetadata,
  message: { secrets: string[]; body: Uint8Array },
) => Promise<Outcome>;

/** Max bytes read of a response body; only its beginning is stored. */
const ANSWER_READ = 16 * 1024;
/** A connection that fails faster than this was refused or stale; an immediate retry is cheap. Ms. */
const QUICK = 1_000;

/** Makes one attempt. Never throws. Each attempt is signed anew; the body is always the same bytes. */
export function makeAttempt({ send, clock, limits, log }: Deps): Attempt {
  return async function attempt(delivery, webhook, message) {
    const startTime = clock.now();
    const ended = (outcome: Pick<Outcome, 'status' | 'error' | 'answer'>, retryAfter = 0): Outcome => ({
      ...outcome,
      retryAfterMs: retryAfter,
      startTime,
      endTime: clock.now(),
    });
    try {
      const request = requestOf(delivery, webhook, { ...message, limits, startTime });
      const { status, headers, text } = await sendTwice(send, request);
      const answer = receiverAnswer({ status, text }, { ...request, secrets: message.secrets });
      return ended(
        { status, error: null, ...(answer !== '' && { answer }) },
        retryAfterMs(headers['retry-after'], clock.now()),
      );
    } catch (err) {
      if (err instanceof OutboundError) return ended({ status: 0, error: err.reason });
      log.error('attempt failed with an internal error', {
        err,
        deliveryId: delivery.id,
        projectId: delivery.projectId,
      });
      return ended({ status: 0, error: 'internal' });
    }
  };
}

type Parts = { secrets: string[]; body: Uint8Array; limits: AttemptLimits; startTime: number };

function requestOf(
  { id }: HeldDelivery,
  webhook: WebhookMetadata,
  { secrets, body, limits, startTime }: Parts,
): OutboundRequest {
  const signature = signedHeaders({ secrets, messageId: id, timestampSeconds: Math.floor(startTime / 1000), body });
  return {
    method: 'POST',
    url: webhook.url,
    headers: { ...ownHeaders(webhook), 'content-type': 'application/json', ...signature },
    bytes: body,
    headTimeoutMs: limits.headTimeoutMs,
    timeoutMs: limits.timeoutMs,
    maxBytes: ANSWER_READ,
    cutBody: true,
  };
}

async function sendTwice(send: Send, request: OutboundRequest): Promise<OutboundResponse> {
  const started = performance.now();
  try {
    return await send(request);
  } catch (err) {
    const isQuick = err instanceof OutboundError && err.reason === 'connect' && performance.now() - started < QUICK;
    if (!isQuick) throw err;
    return send(request);
  }
}

/** Stored headers were validated when written; headers that became reserved since then are omitted. */
function ownHeaders({ headers = {} }: WebhookMetadata): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !isReservedHeader(name))
      .map(([name, value]) => [name.toLowerCase(), value]),
  );
}
