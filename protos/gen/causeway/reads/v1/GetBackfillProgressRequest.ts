// Original file: protos/reads/v1/reads.proto


export interface GetBackfillProgressRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
  'objectName'?: (string);
}

export interface GetBackfillProgressRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
  'objectName': (string);
}
