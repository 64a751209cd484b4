// Original file: protos/identity/v1/identity.proto


export interface GetBrandingRequest {
  'projectId'?: (string);
}

export interface GetBrandingRequest__Output {
  'projectId': (string);
}
