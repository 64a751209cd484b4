// Original file: protos/writes/v1/writes.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordCounts {
  'startTime'?: (number | string | Long);
  'written'?: (number | string | Long);
  'failed'?: (number | string | Long);
}

export interface RecordCounts__Output {
  'startTime': (number);
  'written': (number);
  'failed': (number);
}
