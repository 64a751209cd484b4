import type { ProxyHeader } from './hand_over.ts';

/**
 * The headers of every 429 of the proxy, from the provider or from Causeway (contract 7.5). The headers say whether and
 * when a retry can succeed. `retryTime`: Unix ms; undefined when not known.
 */
export function retryHeaders(retryTime: number | undefined): ProxyHeader[] {
  const isRetryable: ProxyHeader = ['X-Amp-Retryable', 'true'];
  if (retryTime === undefined) return [isRetryable];
  // Rounded up to whole seconds, so that no caller retries too early.
  const date = new Date(Math.ceil(retryTime / 1_000) * 1_000).toUTCString();
  return [isRetryable, ['X-Amp-Retry-After', date.replace('GMT', 'UTC')]];
}
