// Original file: protos/reads/v1/reads.proto


export interface ListSchedulesRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'installationId'?: (string);
}

export interface ListSchedulesRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'installationId': (string);
}
