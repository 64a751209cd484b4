// Original file: protos/identity/v1/identity.proto


export interface ListApiKeysRequest {
  'projectId'?: (string);
  'activeOnly'?: (boolean);
  'masked'?: (boolean);
}

export interface ListApiKeysRequest__Output {
  'projectId': (string);
  'activeOnly': (boolean);
  'masked': (boolean);
}
