// Original file: protos/reads/v1/reads.proto

import type { Long } from '@grpc/proto-loader';

export interface RecordCounts {
  'startTime'?: (number | string | Long);
  'fetched'?: (number | string | Long);
  'delivered'?: (number | string | Long);
  'undelivered'?: (number | string | Long);
}

export interface RecordCounts__Output {
  'startTime': (number);
  'fetched': (number);
  'delivered': (number);
  'undelivered': (number);
}
