// Original file: protos/identity/v1/identity.proto


export interface CreateJwtKeyRequest {
  'projectId'?: (string);
  'label'?: (string);
  'publicKeyPem'?: (string);
}

export interface CreateJwtKeyRequest__Output {
  'projectId': (string);
  'label': (string);
  'publicKeyPem': (string);
}
