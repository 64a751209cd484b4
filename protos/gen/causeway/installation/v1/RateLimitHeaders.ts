// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface RateLimitHeaders {
  /**
   * Unset when the provider gives none.
   */
  'limit'?: (number | string);
  'remaining'?: (number | string);
  'msUntilReset'?: (number | string);
  'ageMs'?: (number | string);
  /**
   * The number of the call's permit; unset when it had none.
   */
  'number'?: (number | string | Long);
  'inFlight'?: (number);
  '_limit'?: "limit";
  '_number'?: "number";
}

export interface RateLimitHeaders__Output {
  /**
   * Unset when the provider gives none.
   */
  'limit'?: (number);
  'remaining': (number);
  'msUntilReset': (number);
  'ageMs': (number);
  /**
   * The number of the call's permit; unset when it had none.
   */
  'number'?: (number);
  'inFlight': (number);
  '_limit'?: "limit";
  '_number'?: "number";
}
