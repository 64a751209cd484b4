// Original file: protos/reads/v1/reads.proto

import type { LogEntry as _causeway_reads_v1_LogEntry, LogEntry__Output as _causeway_reads_v1_LogEntry__Output } from '../../../causeway/reads/v1/LogEntry.ts';

export interface ListOperationLogsResponse {
  'entries'?: (_causeway_reads_v1_LogEntry)[];
}

export interface ListOperationLogsResponse__Output {
  'entries': (_causeway_reads_v1_LogEntry__Output)[];
}
