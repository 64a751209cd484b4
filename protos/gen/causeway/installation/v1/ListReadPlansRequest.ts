// Original file: protos/installation/v1/installation.proto


export interface ListReadPlansRequest {
  'projectId'?: (string);
  'installationId'?: (string);
}

export interface ListReadPlansRequest__Output {
  'projectId': (string);
  'installationId': (string);
}
