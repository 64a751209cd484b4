// Original file: protos/identity/v1/identity.proto


export interface JwtKeyRequest {
  'projectId'?: (string);
  'keyId'?: (string);
}

export interface JwtKeyRequest__Output {
  'projectId': (string);
  'keyId': (string);
}
