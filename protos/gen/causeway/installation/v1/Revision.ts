// Original file: protos/installation/v1/installation.proto

import type { Warning as _causeway_installation_v1_Warning, Warning__Output as _causeway_installation_v1_Warning__Output } from '../../../causeway/installation/v1/Warning.ts';
import type { Long } from '@grpc/proto-loader';

export interface Revision {
  'id'?: (string);
  'specVersion'?: (string);
  'createTime'?: (number | string | Long);
  'contentJson'?: (string);
  /**
   * Of the last deploy of this content.
   */
  'warnings'?: (_causeway_installation_v1_Warning)[];
  /**
   * Principal of the deploy; empty if unknown. Only in the history.
   */
  'createdBy'?: (string);
}

export interface Revision__Output {
  'id': (string);
  'specVersion': (string);
  'createTime': (number);
  'contentJson': (string);
  /**
   * Of the last deploy of this content.
   */
  'warnings': (_causeway_installation_v1_Warning__Output)[];
  /**
   * Principal of the deploy; empty if unknown. Only in the history.
   */
  'createdBy': (string);
}
