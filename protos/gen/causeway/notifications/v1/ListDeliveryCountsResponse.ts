// Original file: protos/notifications/v1/notifications.proto

import type { DeliveryCounts as _causeway_notifications_v1_DeliveryCounts, DeliveryCounts__Output as _causeway_notifications_v1_DeliveryCounts__Output } from '../../../causeway/notifications/v1/DeliveryCounts.ts';

export interface ListDeliveryCountsResponse {
  /**
   * Oldest first, also those in which nothing happened.
   */
  'counts'?: (_causeway_notifications_v1_DeliveryCounts)[];
}

export interface ListDeliveryCountsResponse__Output {
  /**
   * Oldest first, also those in which nothing happened.
   */
  'counts': (_causeway_notifications_v1_DeliveryCounts__Output)[];
}
