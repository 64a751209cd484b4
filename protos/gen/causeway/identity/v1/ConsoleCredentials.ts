// Original file: protos/identity/v1/identity.proto

import type { Builder as _causeway_identity_v1_Builder, Builder__Output as _causeway_identity_v1_Builder__Output } from '../../../causeway/identity/v1/Builder.ts';
import type { ConsoleKey as _causeway_identity_v1_ConsoleKey, ConsoleKey__Output as _causeway_identity_v1_ConsoleKey__Output } from '../../../causeway/identity/v1/ConsoleKey.ts';
import type { Long } from '@grpc/proto-loader';

export interface ConsoleCredentials {
  'builder'?: (_causeway_identity_v1_Builder | null);
  'token'?: (string);
  'expireTime'?: (number | string | Long);
  /**
   * Unset without a project.
   */
  'key'?: (_causeway_identity_v1_ConsoleKey | null);
}

export interface ConsoleCredentials__Output {
  'builder': (_causeway_identity_v1_Builder__Output | null);
  'token': (string);
  'expireTime': (number);
  /**
   * Unset without a project.
   */
  'key': (_causeway_identity_v1_ConsoleKey__Output | null);
}
