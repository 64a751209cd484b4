// Original file: protos/identity/v1/identity.proto


export interface GetProjectRequest {
  'projectId'?: (string);
  'includeEntitlements'?: (boolean);
}

export interface GetProjectRequest__Output {
  'projectId': (string);
  'includeEntitlements': (boolean);
}
