import type { Header } from './hand_over.ts';

/**
 * What every 429 of the proxy says, the provider's and ours (contract 7.5): whether a repeat can succeed, and from when
 * on. `retryTime`: Unix ms; undefined when not known.
 */
export function retryHeaders(retryTime: number | undefined): Header[] {
  const isRetryable: Header = ['X-Amp-Retryable', 'true'];
  if (retryTime === undefined) return [isRetryable];
  // Whole seconds, and never before that time.
  const date = new Date(Math.ceil(retryTime / 1_000) * 1_000).toUTCString();
  return [isRetryable, ['X-Amp-Retry-After', date.replace('GMT', 'UTC')]];
}
