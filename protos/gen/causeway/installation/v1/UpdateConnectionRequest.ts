// Original file: protos/installation/v1/installation.proto


export interface UpdateConnectionRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
  'updateMask'?: (string)[];
  /**
   * The fields as they came, credentials among them. Never logged.
   */
  'connectionJson'?: (string);
}

export interface UpdateConnectionRequest__Output {
  'projectId': (string);
  'connectionId': (string);
  'updateMask': (string)[];
  /**
   * The fields as they came, credentials among them. Never logged.
   */
  'connectionJson': (string);
}
