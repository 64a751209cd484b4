import { RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { limitFailure } from '../../../connectors/engine/answer/limit_failure.ts';
import type { Provider } from '../../../connectors/engine/catalogue/providers.ts';
import { AnswerLimitExceeded } from '../../../lib/http/answer_limits.ts';
import { mayHaveArrived, OutboundError } from '../../../lib/http/outbound_error.ts';
import { ProviderRefusal, ProviderUnavailable, RateLimited } from '../providers/provider.ts';

/**
 * Maps errors of the engine and the outbound client to ProviderRefusal or ProviderUnavailable. Any other error is a bug
 * and is returned unchanged.
 */
export function connectorErrorOf({ displayName }: Provider, error: unknown): unknown {
  if (error instanceof ProviderFailure) {
    const { oauthError, exceeded } = error;
    const mayHaveActed = exceeded !== undefined;
    if (error.kind === 'credentials') return new ProviderRefusal('credentials', error.message, { oauthError });
    if (error.kind === 'badRequest' || error.kind === 'notFound')
      return new ProviderRefusal('request', error.message, {
        isAbsent: error.kind === 'notFound',
        oauthError,
        mayHaveActed,
      });
    const unavailable = new ProviderUnavailable(error.message);
    unavailable.retryAfterMs = error.retryAfterMs;
    unavailable.mayHaveActed = error.kind !== 'rateLimit' && error.status !== 503;
    return unavailable;
  }
  if (error instanceof RateLimitExhausted) {
    const limited = new RateLimited(`The rate limit of ${displayName} is exhausted.`);
    limited.retryAfterMs = Math.ceil(error.waitMs);
    return limited;
  }
  if (!(error instanceof OutboundError)) return error;
  if (error.cause instanceof AnswerLimitExceeded)
    return new ProviderRefusal('request', limitFailure(displayName, error.cause).message, { mayHaveActed: true });
  const unavailable = new ProviderUnavailable(`${displayName} could not be called: ${error.message}`);
  unavailable.mayHaveActed = mayHaveArrived(error);
  return unavailable;
}
