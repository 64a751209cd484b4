import type { OutboundResponse } from '../../../lib/http/outbound.ts';

/** A refusal or failure as Stripe reported it. The message stays in the operator's log: it may name account data. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: string | undefined;
  readonly code: string | undefined;
  /** Stripe's name for the exchange; its support asks for it. */
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

/** https://docs.stripe.com/api/errors */
export function stripeError({ status, headers }: OutboundResponse, body: object | undefined): StripeError {
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
