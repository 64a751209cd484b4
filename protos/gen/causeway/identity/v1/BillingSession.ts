// Original file: protos/identity/v1/identity.proto

import type { BillingAccount as _causeway_identity_v1_BillingAccount, BillingAccount__Output as _causeway_identity_v1_BillingAccount__Output } from '../../../causeway/identity/v1/BillingAccount.ts';
import type { Org as _causeway_identity_v1_Org, Org__Output as _causeway_identity_v1_Org__Output } from '../../../causeway/identity/v1/Org.ts';
import type { Long } from '@grpc/proto-loader';

export interface BillingSession {
  'account'?: (_causeway_identity_v1_BillingAccount | null);
  'org'?: (_causeway_identity_v1_Org | null);
  'projectCount'?: (number);
  'redirectUrl'?: (string);
  'expireTime'?: (number | string | Long);
  /**
   * Whether the page shows Causeway's name.
   */
  'isBranded'?: (boolean);
}

export interface BillingSession__Output {
  'account': (_causeway_identity_v1_BillingAccount__Output | null);
  'org': (_causeway_identity_v1_Org__Output | null);
  'projectCount': (number);
  'redirectUrl': (string);
  'expireTime': (number);
  /**
   * Whether the page shows Causeway's name.
   */
  'isBranded': (boolean);
}
