// Original file: protos/writes/v1/writes.proto

import type { LogEntry as _causeway_writes_v1_LogEntry, LogEntry__Output as _causeway_writes_v1_LogEntry__Output } from '../../../causeway/writes/v1/LogEntry.ts';

export interface ListOperationLogsResponse {
  'entries'?: (_causeway_writes_v1_LogEntry)[];
}

export interface ListOperationLogsResponse__Output {
  'entries': (_causeway_writes_v1_LogEntry__Output)[];
}
