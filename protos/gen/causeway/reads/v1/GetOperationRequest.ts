// Original file: protos/reads/v1/reads.proto


export interface GetOperationRequest {
  'projectId'?: (string);
  'operationId'?: (string);
}

export interface GetOperationRequest__Output {
  'projectId': (string);
  'operationId': (string);
}
