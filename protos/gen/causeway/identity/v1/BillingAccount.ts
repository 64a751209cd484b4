// Original file: protos/identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface BillingAccount {
  'id'?: (string);
  'displayName'?: (string);
  'billingProvider'?: (string);
  'billingProviderRef'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
}

export interface BillingAccount__Output {
  'id': (string);
  'displayName': (string);
  'billingProvider': (string);
  'billingProviderRef': (string);
  'createTime': (number);
  'updateTime': (number);
}
