// Original file: protos/installation/v1/installation.proto


export interface ListConnectionsRequest {
  'projectId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  'consumerRef'?: (string);
  'pageToken'?: (string);
  /**
   * A part of the name or ref of the group, whatever the case of its letters.
   */
  'search'?: (string);
}

export interface ListConnectionsRequest__Output {
  'projectId': (string);
  'provider': (string);
  'groupRef': (string);
  'consumerRef': (string);
  'pageToken': (string);
  /**
   * A part of the name or ref of the group, whatever the case of its letters.
   */
  'search': (string);
}
