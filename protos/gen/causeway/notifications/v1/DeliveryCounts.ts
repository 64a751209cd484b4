// Original file: protos/notifications/v1/notifications.proto

import type { Long } from '@grpc/proto-loader';

export interface DeliveryCounts {
  'startTime'?: (number | string | Long);
  'delivered'?: (number | string | Long);
  'failedAttempts'?: (number | string | Long);
}

export interface DeliveryCounts__Output {
  'startTime': (number);
  'delivered': (number);
  'failedAttempts': (number);
}
