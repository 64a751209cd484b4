// Original file: protos/writes/v1/writes.proto

import type { ProxyCount as _causeway_writes_v1_ProxyCount, ProxyCount__Output as _causeway_writes_v1_ProxyCount__Output } from '../../../causeway/writes/v1/ProxyCount.ts';
import type { Long } from '@grpc/proto-loader';

export interface ProxyCountsSlot {
  'startTime'?: (number | string | Long);
  /**
   * Those that occurred, by provider and status.
   */
  'counts'?: (_causeway_writes_v1_ProxyCount)[];
}

export interface ProxyCountsSlot__Output {
  'startTime': (number);
  /**
   * Those that occurred, by provider and status.
   */
  'counts': (_causeway_writes_v1_ProxyCount__Output)[];
}
