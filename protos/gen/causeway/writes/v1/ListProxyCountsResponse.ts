// Original file: protos/writes/v1/writes.proto

import type { ProxyCountsSlot as _causeway_writes_v1_ProxyCountsSlot, ProxyCountsSlot__Output as _causeway_writes_v1_ProxyCountsSlot__Output } from '../../../causeway/writes/v1/ProxyCountsSlot.ts';

export interface ListProxyCountsResponse {
  /**
   * Oldest first, also those in which nothing happened.
   */
  'slots'?: (_causeway_writes_v1_ProxyCountsSlot)[];
}

export interface ListProxyCountsResponse__Output {
  /**
   * Oldest first, also those in which nothing happened.
   */
  'slots': (_causeway_writes_v1_ProxyCountsSlot__Output)[];
}
