// Original file: protos/reads/v1/reads.proto

import type { Operation as _causeway_reads_v1_Operation, Operation__Output as _causeway_reads_v1_Operation__Output } from '../../../causeway/reads/v1/Operation.ts';

export interface ListOperationsResponse {
  'operations'?: (_causeway_reads_v1_Operation)[];
  /**
   * Empty on the last page.
   */
  'nextPageToken'?: (string);
}

export interface ListOperationsResponse__Output {
  'operations': (_causeway_reads_v1_Operation__Output)[];
  /**
   * Empty on the last page.
   */
  'nextPageToken': (string);
}
