// Original file: protos/installation/v1/installation.proto


export interface UpdateConnectionRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
  'updateMask'?: (string)[];
  /**
   * The fields as they came, credentials among them. Never logged.
   */
  'connectionJson'?: (string);
  /**
   * Whether credentials that are kept may be sent elsewhere from now on: not for who may not see them.
   */
  'mayMove'?: (boolean);
}

export interface UpdateConnectionRequest__Output {
  'projectId': (string);
  'connectionId': (string);
  'updateMask': (string)[];
  /**
   * The fields as they came, credentials among them. Never logged.
   */
  'connectionJson': (string);
  /**
   * Whether credentials that are kept may be sent elsewhere from now on: not for who may not see them.
   */
  'mayMove': (boolean);
}
