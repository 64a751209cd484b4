// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface Permits {
  'count'?: (number);
  /**
   * The number of the first permit.
   */
  'first'?: (number | string | Long);
  'time'?: (number | string);
  'liveMs'?: (number | string);
  'arriveMs'?: (number | string);
}

export interface Permits__Output {
  'count': (number);
  /**
   * The number of the first permit.
   */
  'first': (number);
  'time': (number);
  'liveMs': (number);
  'arriveMs': (number);
}
