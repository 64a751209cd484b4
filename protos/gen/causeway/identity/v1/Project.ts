// Original file: protos/identity/v1/identity.proto

import type { Entitlements as _causeway_identity_v1_Entitlements, Entitlements__Output as _causeway_identity_v1_Entitlements__Output } from '../../../causeway/identity/v1/Entitlements.ts';
import type { Long } from '@grpc/proto-loader';

export interface Project {
  'id'?: (string);
  'name'?: (string);
  'appName'?: (string);
  'orgId'?: (string);
  'createTime'?: (number | string | Long);
  'updateTime'?: (number | string | Long);
  /**
   * Only on request.
   */
  'entitlements'?: (_causeway_identity_v1_Entitlements | null);
  /**
   * ["*"] for a project of 0.1.0 whose builder has named none.
   */
  'allowedOrigins'?: (string)[];
  'restrictFrontendKeys'?: (boolean);
}

export interface Project__Output {
  'id': (string);
  'name': (string);
  'appName': (string);
  'orgId': (string);
  'createTime': (number);
  'updateTime': (number);
  /**
   * Only on request.
   */
  'entitlements': (_causeway_identity_v1_Entitlements__Output | null);
  /**
   * ["*"] for a project of 0.1.0 whose builder has named none.
   */
  'allowedOrigins': (string)[];
  'restrictFrontendKeys': (boolean);
}
