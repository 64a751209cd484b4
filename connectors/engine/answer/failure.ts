import type { FailureKind } from '../file/provider.ts';

export type { FailureKind } from '../file/provider.ts';

export type FailureExtras = {
  /** The provider's HTTP status, when it answered. */
  status?: number | undefined;
  /** Milliseconds from now after which the provider allows another try. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/**
 * A call to a provider that did not work, sorted by what to do about it: `credentials` renew or ask the customer,
 * `rateLimit` wait, `badRequest` and `notFound` change the request, `providerFault` and `network` try again later.
 * The message is fit for the builder: it quotes the provider's own words, never a body, a header or a credential.
 */
export class ProviderFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureKind, message: string, { status, retryAfterMs, cause }: FailureExtras = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ProviderFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }

  /** The same request may work later, without anybody changing anything. */
  get isTemporary(): boolean {
    return this.kind === 'rateLimit' || this.kind === 'providerFault' || this.kind === 'network';
  }
}
