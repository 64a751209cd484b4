import { RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { ProxyRefusal } from '../../../connectors/engine/proxy/proxy_refusal.ts';
import { OutboundError, type OutboundReason } from '../../../lib/http/outbound_error.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';

/** Why there is no answer of the provider, in words for the caller. What is no expected failure is thrown as it is. */
export function proxyProblem(error: unknown, { now }: { now: number }): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ProxyRefusal)
    return new Problem('invalidArgument', error.message, {
      issues: [{ in: error.part === 'path' ? 'path' : 'header', name: error.part, detail: error.message }],
      cause: error,
    });
  if (error instanceof RateLimitExhausted)
    return new Problem('rateLimited', "The provider's rate limit for this account is used up.", {
      retryAfter: now + Math.max(1_000, Math.ceil(error.waitMs)),
      remedy: 'Send it again after retryAfter, or leave out X-Amp-Rate-Limiter-Mode to send it in any case.',
      cause: error,
    });
  if (error instanceof ProviderFailure && error.kind === 'credentials')
    return new Problem('conflict', error.message, {
      remedy: 'Ask the customer to connect the account again.',
      retryable: false,
      cause: error,
    });
  if (error instanceof ProviderFailure)
    return new Problem('unprocessable', error.message, {
      remedy: 'Complete the metadata of the connection: the address of the provider is made from it.',
      cause: error,
    });
  if (error instanceof OutboundError) return new Problem(kindOf(error.reason), detailOf(error), { cause: error });
  throw error;
}

function kindOf(reason: OutboundReason): ProblemKind {
  if (reason === 'timeout') return 'deadlineExceeded';
  return reason === 'tooLarge' ? 'tooLarge' : 'providerFailed';
}

function detailOf({ reason, message }: OutboundError): string {
  if (reason === 'timeout') return 'The provider did not begin to answer in time. It may have received the request.';
  if (reason === 'tooLarge') return 'A body is larger than this installation of Causeway passes on.';
  return message.replace('The target', 'The provider').replace('the target', 'the provider');
}
