// Original file: protos/installation/v1/installation.proto

import type { Revision as _causeway_installation_v1_Revision, Revision__Output as _causeway_installation_v1_Revision__Output } from '../../../causeway/installation/v1/Revision.ts';
import type { DeployPlan as _causeway_installation_v1_DeployPlan, DeployPlan__Output as _causeway_installation_v1_DeployPlan__Output } from '../../../causeway/installation/v1/DeployPlan.ts';
import type { Long } from '@grpc/proto-loader';

export interface Integration {
  'id'?: (string);
  'projectId'?: (string);
  'name'?: (string);
  'provider'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  'latestRevision'?: (_causeway_installation_v1_Revision | null);
  /**
   * Only of a dry run.
   */
  'plan'?: (_causeway_installation_v1_DeployPlan | null);
}

export interface Integration__Output {
  'id': (string);
  'projectId': (string);
  'name': (string);
  'provider': (string);
  'createTime': (number);
  'updateTime': (number);
  'latestRevision': (_causeway_installation_v1_Revision__Output | null);
  /**
   * Only of a dry run.
   */
  'plan': (_causeway_installation_v1_DeployPlan__Output | null);
}
