// Original file: protos/installation/v1/installation.proto

import type { ReadPlan as _causeway_installation_v1_ReadPlan, ReadPlan__Output as _causeway_installation_v1_ReadPlan__Output } from '../../../causeway/installation/v1/ReadPlan.ts';

export interface ListReadPlansResponse {
  'plans'?: (_causeway_installation_v1_ReadPlan)[];
}

export interface ListReadPlansResponse__Output {
  'plans': (_causeway_installation_v1_ReadPlan__Output)[];
}
