// Original file: protos/identity/v1/identity.proto


export interface ListJwtKeysRequest {
  'projectId'?: (string);
  'activeOnly'?: (boolean);
}

export interface ListJwtKeysRequest__Output {
  'projectId': (string);
  'activeOnly': (boolean);
}
