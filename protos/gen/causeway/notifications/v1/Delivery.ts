// Original file: protos/notifications/v1/notifications.proto

import type { DeliveryAttempt as _causeway_notifications_v1_DeliveryAttempt, DeliveryAttempt__Output as _causeway_notifications_v1_DeliveryAttempt__Output } from '../../../causeway/notifications/v1/DeliveryAttempt.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The delivery of one message to one destination. Its id is the message's id.
 */
export interface Delivery {
  'id'?: (string);
  'projectId'?: (string);
  'destinationId'?: (string);
  /**
   * Of deliveries/delivery_view.ts.
   */
  'state'?: (string);
  /**
   * Empty for the message about an event that has none, and for deliveries of 0.1.0.
   */
  'installationId'?: (string);
  'objectName'?: (string);
  'operationId'?: (string);
  /**
   * Only of the message about an event.
   */
  'eventType'?: (string);
  'attemptCount'?: (number);
  /**
   * Of the last attempt, empty after a success.
   */
  'error'?: (string);
  /**
   * Only while it is pending.
   */
  'nextAttemptTime'?: (number | string | Long);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * Only in GetDelivery, in their order.
   */
  'attempts'?: (_causeway_notifications_v1_DeliveryAttempt)[];
}

/**
 * The delivery of one message to one destination. Its id is the message's id.
 */
export interface Delivery__Output {
  'id': (string);
  'projectId': (string);
  'destinationId': (string);
  /**
   * Of deliveries/delivery_view.ts.
   */
  'state': (string);
  /**
   * Empty for the message about an event that has none, and for deliveries of 0.1.0.
   */
  'installationId': (string);
  'objectName': (string);
  'operationId': (string);
  /**
   * Only of the message about an event.
   */
  'eventType': (string);
  'attemptCount': (number);
  /**
   * Of the last attempt, empty after a success.
   */
  'error': (string);
  /**
   * Only while it is pending.
   */
  'nextAttemptTime': (number);
  'createTime': (number);
  'updateTime': (number);
  /**
   * Only in GetDelivery, in their order.
   */
  'attempts': (_causeway_notifications_v1_DeliveryAttempt__Output)[];
}
