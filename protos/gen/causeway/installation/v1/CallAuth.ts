// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Cached in memory until shortly before expire_time. Never stored, never logged.
 */
export interface CallAuth {
  'headers'?: ({[key: string]: string});
  'query'?: ({[key: string]: string});
  'variables'?: ({[key: string]: string});
  'generation'?: (number | string | Long);
  /**
   * 0 if the provider gives no expiry.
   */
  'expireTime'?: (number | string | Long);
  /**
   * The provider app that the connection was made with; empty if none.
   */
  'providerAppId'?: (string);
}

/**
 * Cached in memory until shortly before expire_time. Never stored, never logged.
 */
export interface CallAuth__Output {
  'headers': ({[key: string]: string});
  'query': ({[key: string]: string});
  'variables': ({[key: string]: string});
  'generation': (number);
  /**
   * 0 if the provider gives no expiry.
   */
  'expireTime': (number);
  /**
   * The provider app that the connection was made with; empty if none.
   */
  'providerAppId': (string);
}
