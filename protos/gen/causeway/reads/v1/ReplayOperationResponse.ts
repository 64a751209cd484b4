// Original file: protos/reads/v1/reads.proto


export interface ReplayOperationResponse {
  'operationId'?: (string);
}

export interface ReplayOperationResponse__Output {
  'operationId': (string);
}
