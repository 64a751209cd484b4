// Original file: protos/identity/v1/identity.proto


export interface GetProjectRequest {
  'projectId'?: (string);
}

export interface GetProjectRequest__Output {
  'projectId': (string);
}
