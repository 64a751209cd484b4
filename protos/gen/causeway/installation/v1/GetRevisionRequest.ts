// Original file: protos/installation/v1/installation.proto


export interface GetRevisionRequest {
  'projectId'?: (string);
  'integrationIdOrName'?: (string);
  'revisionId'?: (string);
}

export interface GetRevisionRequest__Output {
  'projectId': (string);
  'integrationIdOrName': (string);
  'revisionId': (string);
}
