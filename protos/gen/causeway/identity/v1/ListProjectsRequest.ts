// Original file: protos/identity/v1/identity.proto


export interface ListProjectsRequest {
  'projectIds'?: (string)[];
}

export interface ListProjectsRequest__Output {
  'projectIds': (string)[];
}
