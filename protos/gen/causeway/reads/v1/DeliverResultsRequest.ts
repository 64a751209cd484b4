// Original file: protos/reads/v1/reads.proto


export interface DeliverResultsRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'objectName'?: (string);
  'groupRef'?: (string);
  'pages'?: (number);
}

export interface DeliverResultsRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'objectName': (string);
  'groupRef': (string);
  'pages': (number);
}
