// Original file: protos/installation/v1/installation.proto


export interface HydrateRevisionRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'revisionId'?: (string);
  'connectionId'?: (string);
}

export interface HydrateRevisionRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'revisionId': (string);
  'connectionId': (string);
}
