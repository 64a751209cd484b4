// Original file: protos/installation/v1/installation.proto

import type { AccountOfGroup as _causeway_installation_v1_AccountOfGroup, AccountOfGroup__Output as _causeway_installation_v1_AccountOfGroup__Output } from '../../../causeway/installation/v1/AccountOfGroup.ts';

export interface GetObjectMetadataRequest {
  'account'?: (_causeway_installation_v1_AccountOfGroup | null);
  /**
   * Mapped or native name.
   */
  'objectName'?: (string);
  'excludeReadOnly'?: (boolean);
}

export interface GetObjectMetadataRequest__Output {
  'account': (_causeway_installation_v1_AccountOfGroup__Output | null);
  /**
   * Mapped or native name.
   */
  'objectName': (string);
  'excludeReadOnly': (boolean);
}
