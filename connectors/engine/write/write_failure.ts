import { ProviderFailure } from '../answer/failure.ts';

const MAX_RESPONSE = 10_000;

/**
 * A write that failed at the provider, or that got no response. `isLost`: the provider may have done the write, because
 * the request was sent and no response says otherwise. `response`: the provider's body as text, at most 10,000
 * characters. It is not masked: code that shows it must mask it.
 */
export class WriteFailure extends ProviderFailure {
  readonly isLost: boolean;
  readonly response: string | undefined;

  /** `of`: the failure that a read would throw for the same response. */
  constructor(of: ProviderFailure, { isLost, response }: { isLost: boolean; response?: string | undefined }) {
    const { kind, message, status, retryAfterMs, oauthError, exceeded, cause } = of;
    super(kind, message, { status, retryAfterMs, oauthError, exceeded, cause });
    this.name = 'WriteFailure';
    this.isLost = isLost;
    this.response = response?.slice(0, MAX_RESPONSE);
  }
}
