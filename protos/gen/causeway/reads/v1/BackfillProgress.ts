// Original file: protos/reads/v1/reads.proto

import type { Long } from '@grpc/proto-loader';

export interface BackfillProgress {
  'installationId'?: (string);
  'objectName'?: (string);
  'operationId'?: (string);
  'recordsProcessed'?: (number | string | Long);
  'recordsEstimatedTotal'?: (number | string | Long);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface BackfillProgress__Output {
  'installationId': (string);
  'objectName': (string);
  'operationId': (string);
  'recordsProcessed': (number);
  'recordsEstimatedTotal': (number);
  'createTime': (number);
  'updateTime': (number);
}
