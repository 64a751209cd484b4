// Original file: protos/notifications/v1/notifications.proto

import type { Destination as _causeway_notifications_v1_Destination, Destination__Output as _causeway_notifications_v1_Destination__Output } from '../../../causeway/notifications/v1/Destination.ts';

export interface ListDestinationsResponse {
  'destinations'?: (_causeway_notifications_v1_Destination)[];
  'nextPageToken'?: (string);
}

export interface ListDestinationsResponse__Output {
  'destinations': (_causeway_notifications_v1_Destination__Output)[];
  'nextPageToken': (string);
}
