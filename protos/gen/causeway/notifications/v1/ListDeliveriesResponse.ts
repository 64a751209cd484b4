// Original file: protos/notifications/v1/notifications.proto

import type { Delivery as _causeway_notifications_v1_Delivery, Delivery__Output as _causeway_notifications_v1_Delivery__Output } from '../../../causeway/notifications/v1/Delivery.ts';

export interface ListDeliveriesResponse {
  'deliveries'?: (_causeway_notifications_v1_Delivery)[];
  /**
   * Empty on the last page.
   */
  'nextPageToken'?: (string);
}

export interface ListDeliveriesResponse__Output {
  'deliveries': (_causeway_notifications_v1_Delivery__Output)[];
  /**
   * Empty on the last page.
   */
  'nextPageToken': (string);
}
