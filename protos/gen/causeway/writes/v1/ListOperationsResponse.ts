// Original file: protos/writes/v1/writes.proto

import type { Operation as _causeway_writes_v1_Operation, Operation__Output as _causeway_writes_v1_Operation__Output } from '../../../causeway/writes/v1/Operation.ts';

export interface ListOperationsResponse {
  'operations'?: (_causeway_writes_v1_Operation)[];
  /**
   * The id after which the next page begins; empty on the last page.
   */
  'nextId'?: (string);
}

export interface ListOperationsResponse__Output {
  'operations': (_causeway_writes_v1_Operation__Output)[];
  /**
   * The id after which the next page begins; empty on the last page.
   */
  'nextId': (string);
}
