// Original file: protos/writes/v1/writes.proto


export interface GetOperationRequest {
  'projectId'?: (string);
  'operationId'?: (string);
}

export interface GetOperationRequest__Output {
  'projectId': (string);
  'operationId': (string);
}
