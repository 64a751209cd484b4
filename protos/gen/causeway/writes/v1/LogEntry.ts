// Original file: protos/writes/v1/writes.proto

import type { Long } from '@grpc/proto-loader';

export interface LogEntry {
  'timestamp'?: (number | string | Long);
  'severity'?: (string);
  'msg'?: (string);
  'error'?: (string);
  'operationId'?: (string);
  'detailsJson'?: (string);
}

export interface LogEntry__Output {
  'timestamp': (number);
  'severity': (string);
  'msg': (string);
  'error': (string);
  'operationId': (string);
  'detailsJson': (string);
}
