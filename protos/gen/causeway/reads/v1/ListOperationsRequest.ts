// Original file: protos/reads/v1/reads.proto


export interface ListOperationsRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  'pageSize'?: (number);
  'pageToken'?: (string);
}

export interface ListOperationsRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  'pageSize': (number);
  'pageToken': (string);
}
