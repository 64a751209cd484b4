// Original file: protos/identity/v1/identity.proto

import type { JwtKey as _causeway_identity_v1_JwtKey, JwtKey__Output as _causeway_identity_v1_JwtKey__Output } from '../../../causeway/identity/v1/JwtKey.ts';

export interface ListJwtKeysResponse {
  'jwtKeys'?: (_causeway_identity_v1_JwtKey)[];
}

export interface ListJwtKeysResponse__Output {
  'jwtKeys': (_causeway_identity_v1_JwtKey__Output)[];
}
