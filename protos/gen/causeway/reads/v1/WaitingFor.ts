// Original file: protos/reads/v1/reads.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What an operation in progress waits for.
 */
export interface WaitingFor {
  /**
   * credentials, rateLimit, provider, destination, causeway, disabled, operation, capacity.
   */
  'reason'?: (string);
  /**
   * When it goes on by itself; 0 if that is not known.
   */
  'until'?: (number | string | Long);
  /**
   * One sentence.
   */
  'detail'?: (string);
  /**
   * Only of the reason destination.
   */
  'destinationId'?: (string);
}

/**
 * What an operation in progress waits for.
 */
export interface WaitingFor__Output {
  /**
   * credentials, rateLimit, provider, destination, causeway, disabled, operation, capacity.
   */
  'reason': (string);
  /**
   * When it goes on by itself; 0 if that is not known.
   */
  'until': (number);
  /**
   * One sentence.
   */
  'detail': (string);
  /**
   * Only of the reason destination.
   */
  'destinationId': (string);
}
