// Original file: protos/notifications/v1/notifications.proto

import type { ResolvedDestination as _causeway_notifications_v1_ResolvedDestination, ResolvedDestination__Output as _causeway_notifications_v1_ResolvedDestination__Output } from '../../../causeway/notifications/v1/ResolvedDestination.ts';

export interface ResolveDestinationsResponse {
  'destinations'?: (_causeway_notifications_v1_ResolvedDestination)[];
}

export interface ResolveDestinationsResponse__Output {
  'destinations': (_causeway_notifications_v1_ResolvedDestination__Output)[];
}
