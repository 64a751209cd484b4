// Original file: protos/identity/v1/identity.proto

import type { ApiKey as _causeway_identity_v1_ApiKey, ApiKey__Output as _causeway_identity_v1_ApiKey__Output } from '../../../causeway/identity/v1/ApiKey.ts';

export interface ListApiKeysResponse {
  'apiKeys'?: (_causeway_identity_v1_ApiKey)[];
}

export interface ListApiKeysResponse__Output {
  'apiKeys': (_causeway_identity_v1_ApiKey__Output)[];
}
