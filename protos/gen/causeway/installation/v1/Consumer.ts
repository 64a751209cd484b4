// Original file: protos/installation/v1/installation.proto

import type { Long } from '@grpc/proto-loader';

export interface Consumer {
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'projectId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * Empty when a process of 0.1.0 stored it during an upgrade.
   */
  'id'?: (string);
}

export interface Consumer__Output {
  'consumerRef': (string);
  'consumerName': (string);
  'projectId': (string);
  'createTime': (number);
  'updateTime': (number);
  /**
   * Empty when a process of 0.1.0 stored it during an upgrade.
   */
  'id': (string);
}
