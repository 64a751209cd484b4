// Original file: protos/reads/v1/reads.proto


export interface TriggerReadRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'objectName'?: (string);
  'groupRef'?: (string);
  /**
   * RFC 3339, empty when omitted.
   */
  'sinceTimestamp'?: (string);
  'untilTimestamp'?: (string);
}

export interface TriggerReadRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'objectName': (string);
  'groupRef': (string);
  /**
   * RFC 3339, empty when omitted.
   */
  'sinceTimestamp': (string);
  'untilTimestamp': (string);
}
