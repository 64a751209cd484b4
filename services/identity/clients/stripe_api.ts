import { setTimeout as sleep } from 'node:timers/promises';
import { unmetered } from '../../../connectors/calls/meter.ts';
import type { ProviderCalls } from '../../../connectors/calls/provider_calls.ts';
import { isSuccess } from '../../../lib/http/is_success.ts';
import type { OutboundResponse, SendRequest } from '../../../lib/http/outbound.ts';
import { OutboundError } from '../../../lib/http/outbound_error.ts';

export type StripeRequest = { path: string; form: Readonly<Record<string, string>>; idempotencyKey: string };

/** Sends one POST to Stripe and returns the parsed body. Throws a StripeError unless Stripe reports success. */
type StripeApi = (request: StripeRequest) => Promise<Record<string, unknown>>;

/** The version of Stripe's API that each request names, so that the account's default version does not matter. */
const API_VERSION = '2026-02-25.clover';
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 500;
const MAX_BYTES = 1024 * 1024;

/**
 * The part of Stripe's REST API that Causeway uses: POST with a form body, an API version and an idempotency key. A
 * call is repeated once after a lost connection, a 409 or a 5xx, unless Stripe's header forbids it. The second call has
 * the same idempotency key, so Stripe executes the request only once. https://docs.stripe.com/api/idempotent_requests
 */
export function stripeApi({ key, url, calls }: { key: string; url: string; calls: ProviderCalls }): StripeApi {
  const post = (send: SendRequest, { path, form, idempotencyKey }: StripeRequest) =>
    send({
      method: 'POST',
      url: new URL(path, url).href,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        'stripe-version': API_VERSION,
        'idempotency-key': idempotencyKey,
      },
      body: new URLSearchParams(form).toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });

  return (request) =>
    calls({ held: [key], meter: unmetered }, async ({ send }) => {
      const first = await post(send, request).catch((error: unknown) => {
        if (isWorthRetrying(error)) return undefined;
        throw error;
      });
      if (first && !asksForRetry(first)) return bodyOf(first);
      await sleep(RETRY_AFTER_MS);
      return bodyOf(await post(send, request));
    });
}

/** A retry is useless for a blocked target or an untrusted certificate. */
function isWorthRetrying(error: unknown): boolean {
  return error instanceof OutboundError && ['connect', 'timeout', 'aborted'].includes(error.reason);
}

/** Stripe's header `stripe-should-retry` decides. Without it, lock conflicts (409) and 5xx are retried. */
function asksForRetry({ status, headers }: OutboundResponse): boolean {
  const advice = headers['stripe-should-retry'];
  if (advice === 'true' || advice === 'false') return advice === 'true';
  return status === 409 || status >= 500;
}

function bodyOf(response: OutboundResponse): Record<string, unknown> {
  const body = jsonObjectOf(response.text);
  if (isSuccess(response) && body) return body;
  throw stripeError(response, body);
}

/** Undefined if the text is not a JSON object. A proxy may answer with an HTML page. */
function jsonObjectOf(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An error that Stripe reported. Its message goes only to the operator's log, because the message may contain account
 * data.
 */
class StripeError extends Error {
  readonly status: number;
  readonly type: string | undefined;
  readonly code: string | undefined;
  /** Stripe's id of the request. Stripe's support asks for it. */
  readonly requestId: string | undefined;

  constructor(message: string, facts: Pick<StripeError, 'status' | 'type' | 'code' | 'requestId'>) {
    super(message);
    this.name = 'StripeError';
    this.status = facts.status;
    this.type = facts.type;
    this.code = facts.code;
    this.requestId = facts.requestId;
  }
}

/** Converts Stripe's answer to an error: https://docs.stripe.com/api/errors */
function stripeError({ status, headers }: OutboundResponse, body: object | undefined): StripeError {
  const { error = {} } = (body ?? {}) as { error?: { type?: unknown; code?: unknown; message?: unknown } };
  return new StripeError(textOf(error?.message) ?? `Stripe answered ${status}.`, {
    status,
    type: textOf(error?.type),
    code: textOf(error?.code),
    requestId: headers['request-id'],
  });
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
