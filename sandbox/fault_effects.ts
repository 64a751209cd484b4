import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api_error.ts';
import type { Fault } from './faults.ts';

/**
 * Applies a fault before the request is handled. Status faults throw ApiError, `drop-connection` closes the connection
 * (`answered`: nothing more to do), and `slow` waits. The other faults are applied when the response is sent.
 */
export async function beforeAnswer(
  { kind, retryAfter = 1, delayMs = 1000 }: Fault,
  response: ServerResponse,
): Promise<'answered' | 'go on'> {
  switch (kind) {
    case '401':
      throw new ApiError(401, 'unauthorized', 'The credentials are no longer valid.', {
        'www-authenticate': 'Bearer error="invalid_token"',
      });
    case '429':
      throw new ApiError(429, 'rate_limited', 'Too many requests.', { 'retry-after': String(retryAfter) });
    case '500':
      throw new ApiError(500, 'server_error', 'The CRM has an internal error.');
    case 'drop-connection':
      response.destroy();
      return 'answered';
    case 'slow':
      await sleep(delayMs);
      return 'go on';
    default:
      return 'go on';
  }
}
