// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Held in memory until shortly before expire_time; never stored, never logged.
 */
export interface CallAuth {
  'headers'?: ({[key: string]: string});
  'query'?: ({[key: string]: string});
  'variables'?: ({[key: string]: string});
  'generation'?: (number | string | Long);
  /**
   * 0 when the provider names no expiry.
   */
  'expireTime'?: (number | string | Long);
  /**
   * The app through which the account was connected; empty when there is none.
   */
  'providerAppId'?: (string);
}

/**
 * Held in memory until shortly before expire_time; never stored, never logged.
 */
export interface CallAuth__Output {
  'headers': ({[key: string]: string});
  'query': ({[key: string]: string});
  'variables': ({[key: string]: string});
  'generation': (number);
  /**
   * 0 when the provider names no expiry.
   */
  'expireTime': (number);
  /**
   * The app through which the account was connected; empty when there is none.
   */
  'providerAppId': (string);
}
