// Original file: protos/reads/v1/reads.proto

import type { Schedule as _causeway_reads_v1_Schedule, Schedule__Output as _causeway_reads_v1_Schedule__Output } from '../../../causeway/reads/v1/Schedule.ts';

export interface ListSchedulesResponse {
  'schedules'?: (_causeway_reads_v1_Schedule)[];
}

export interface ListSchedulesResponse__Output {
  'schedules': (_causeway_reads_v1_Schedule__Output)[];
}
