// Original file: protos/installation/v1/installation.proto

import type { AccountOfGroup as _causeway_installation_v1_AccountOfGroup, AccountOfGroup__Output as _causeway_installation_v1_AccountOfGroup__Output } from '../../../causeway/installation/v1/AccountOfGroup.ts';

export interface UpsertObjectMetadataRequest {
  'account'?: (_causeway_installation_v1_AccountOfGroup | null);
  /**
   * Object name to definitions.
   */
  'fieldsJson'?: (string);
}

export interface UpsertObjectMetadataRequest__Output {
  'account': (_causeway_installation_v1_AccountOfGroup__Output | null);
  /**
   * Object name to definitions.
   */
  'fieldsJson': (string);
}
