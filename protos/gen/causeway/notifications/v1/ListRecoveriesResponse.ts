// Original file: protos/notifications/v1/notifications.proto

import type { Recovery as _causeway_notifications_v1_Recovery, Recovery__Output as _causeway_notifications_v1_Recovery__Output } from '../../../causeway/notifications/v1/Recovery.ts';

export interface ListRecoveriesResponse {
  'recoveries'?: (_causeway_notifications_v1_Recovery)[];
  'nextPageToken'?: (string);
}

export interface ListRecoveriesResponse__Output {
  'recoveries': (_causeway_notifications_v1_Recovery__Output)[];
  'nextPageToken': (string);
}
