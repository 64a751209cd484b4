import { isSuccess } from '../../../../lib/http/is_success.ts';
import type { OutboundReason } from '../../../../lib/http/outbound_error.ts';
import type { DeliveryResult } from '../destination_driver.ts';

const GONE = 410;
const OVERLOADED: readonly number[] = [429, 502, 504];

/** A receiver has taken a message when it answers 2xx. A redirect is not followed, and is no delivery. */
export function isDelivered(status: number): boolean {
  return isSuccess({ status });
}

/** What an answer with this status means. */
export function resultOfStatus(status: number): DeliveryResult {
  const result = isDelivered(status) ? 'delivered' : status === GONE ? 'final' : 'retryable';
  return { result, status, error: null, ...(OVERLOADED.includes(status) && { isOverloaded: true }) };
}

/** What an attempt without an answer means. */
export function resultOfError(reason: OutboundReason): DeliveryResult {
  return { result: 'retryable', status: 0, error: reason, ...(reason === 'timeout' && { isOverloaded: true }) };
}
