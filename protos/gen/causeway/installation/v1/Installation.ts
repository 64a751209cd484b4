// Original file: protos/installation/v1/installation.proto

import type { Connection as _causeway_installation_v1_Connection, Connection__Output as _causeway_installation_v1_Connection__Output } from '../../../causeway/installation/v1/Connection.ts';
import type { Config as _causeway_installation_v1_Config, Config__Output as _causeway_installation_v1_Config__Output } from '../../../causeway/installation/v1/Config.ts';
import type { Group as _causeway_installation_v1_Group, Group__Output as _causeway_installation_v1_Group__Output } from '../../../causeway/installation/v1/Group.ts';
import type { HealthReason as _causeway_installation_v1_HealthReason, HealthReason__Output as _causeway_installation_v1_HealthReason__Output } from '../../../causeway/installation/v1/HealthReason.ts';
import type { Warning as _causeway_installation_v1_Warning, Warning__Output as _causeway_installation_v1_Warning__Output } from '../../../causeway/installation/v1/Warning.ts';
import type { Long } from '@grpc/proto-loader';

export interface Installation {
  'id'?: (string);
  'projectId'?: (string);
  'integrationId'?: (string);
  'healthStatus'?: (string);
  'connection'?: (_causeway_installation_v1_Connection | null);
  'createTime'?: (number | string | Long);
  'createdBy'?: (string);
  'config'?: (_causeway_installation_v1_Config | null);
  'group'?: (_causeway_installation_v1_Group | null);
  'lastOperationStatus'?: (string);
  'updateTime'?: (number | string | Long);
  /**
   * Why health_status is what it is, errors first.
   */
  'healthReasons'?: (_causeway_installation_v1_HealthReason)[];
  /**
   * What the config names and nothing runs: unknown keys, and blocks that are stored and not run yet.
   */
  'warnings'?: (_causeway_installation_v1_Warning)[];
}

export interface Installation__Output {
  'id': (string);
  'projectId': (string);
  'integrationId': (string);
  'healthStatus': (string);
  'connection': (_causeway_installation_v1_Connection__Output | null);
  'createTime': (number);
  'createdBy': (string);
  'config': (_causeway_installation_v1_Config__Output | null);
  'group': (_causeway_installation_v1_Group__Output | null);
  'lastOperationStatus': (string);
  'updateTime': (number);
  /**
   * Why health_status is what it is, errors first.
   */
  'healthReasons': (_causeway_installation_v1_HealthReason__Output)[];
  /**
   * What the config names and nothing runs: unknown keys, and blocks that are stored and not run yet.
   */
  'warnings': (_causeway_installation_v1_Warning__Output)[];
}
