// Original file: protos/reads/v1/reads.proto


export interface ReplayOperationRequest {
  'projectId'?: (string);
  'operationId'?: (string);
  /**
   * same or current.
   */
  'config'?: (string);
  'deliver'?: (boolean);
}

export interface ReplayOperationRequest__Output {
  'projectId': (string);
  'operationId': (string);
  /**
   * same or current.
   */
  'config': (string);
  'deliver': (boolean);
}
