import type { FailureKind } from '../file/provider.ts';

export type { FailureKind } from '../file/provider.ts';

type FailureExtras = {
  /** The provider's HTTP status, when it answered. */
  status?: number | undefined;
  /** Milliseconds until the provider allows a retry. */
  retryAfterMs?: number | undefined;
  /** The `error` of a token response (RFC 6749 5.2), as the provider wrote it. */
  oauthError?: string | undefined;
  /** The limit that the response exceeds. */
  exceeded?: 'bytes' | 'values' | 'columns' | 'depth' | 'members' | 'recordValues' | 'recordBytes' | undefined;
  cause?: unknown;
};

/** Thrown by a `send` that did not make the call, for a reason on our side. It tells nothing about the provider. */
export class CallNotMade extends Error {}

/**
 * A failed call to a provider. `kind` says what to do about it: `credentials` refresh the token or ask the customer to
 * connect again, `rateLimit` wait, `badRequest` and `notFound` change the request, `providerFault` and `network` retry
 * later. The message may be shown to the builder: it quotes the provider's error message, never a whole body, a header
 * or a credential.
 */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly oauthError: string | undefined;
  readonly exceeded: FailureExtras['exceeded'];

  constructor(kind: FailureKind, message: string, extras: FailureExtras = {}) {
    const { status, retryAfterMs, oauthError, exceeded, cause } = extras;
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.oauthError = oauthError;
    this.exceeded = exceeded;
  }

  /** Whether the same request may succeed later without any change. */
  get isTemporary(): boolean {
    return this.kind === 'rateLimit' || this.kind === 'providerFault' || this.kind === 'network';
  }
}
