// Original file: protos/reads/v1/reads.proto


export interface TriggerReadResponse {
  'operationId'?: (string);
}

export interface TriggerReadResponse__Output {
  'operationId': (string);
}
