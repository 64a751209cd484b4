// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface ReportRejectedRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
  'generation'?: (number | string | Long);
}

export interface ReportRejectedRequest__Output {
  'projectId': (string);
  'connectionId': (string);
  'generation': (number);
}
