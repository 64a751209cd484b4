// Original file: protos/writes/v1/writes.proto

import type { RecordCounts as _causeway_writes_v1_RecordCounts, RecordCounts__Output as _causeway_writes_v1_RecordCounts__Output } from '../../../causeway/writes/v1/RecordCounts.ts';

export interface ListRecordCountsResponse {
  /**
   * Oldest first, also those in which nothing happened.
   */
  'counts'?: (_causeway_writes_v1_RecordCounts)[];
}

export interface ListRecordCountsResponse__Output {
  /**
   * Oldest first, also those in which nothing happened.
   */
  'counts': (_causeway_writes_v1_RecordCounts__Output)[];
}
