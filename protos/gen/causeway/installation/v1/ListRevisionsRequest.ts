// Original file: protos/installation/v1/installation.proto


export interface ListRevisionsRequest {
  'projectId'?: (string);
  'integrationIdOrName'?: (string);
  'pageToken'?: (string);
}

export interface ListRevisionsRequest__Output {
  'projectId': (string);
  'integrationIdOrName': (string);
  'pageToken': (string);
}
