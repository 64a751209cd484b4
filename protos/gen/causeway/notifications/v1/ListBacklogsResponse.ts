// Original file: protos/notifications/v1/notifications.proto

import type { Backlog as _causeway_notifications_v1_Backlog, Backlog__Output as _causeway_notifications_v1_Backlog__Output } from '../../../causeway/notifications/v1/Backlog.ts';

export interface ListBacklogsResponse {
  'backlogs'?: (_causeway_notifications_v1_Backlog)[];
}

export interface ListBacklogsResponse__Output {
  'backlogs': (_causeway_notifications_v1_Backlog__Output)[];
}
