// Original file: protos/installation/v1/installation.proto


export interface UpdateConnectionRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
  'updateMask'?: (string)[];
  /**
   * The unparsed fields, credentials included. Never logged.
   */
  'connectionJson'?: (string);
  /**
   * Whether the change may redirect stored credentials to another address. False if the caller may not see them.
   */
  'mayMove'?: (boolean);
}

export interface UpdateConnectionRequest__Output {
  'projectId': (string);
  'connectionId': (string);
  'updateMask': (string)[];
  /**
   * The unparsed fields, credentials included. Never logged.
   */
  'connectionJson': (string);
  /**
   * Whether the change may redirect stored credentials to another address. False if the caller may not see them.
   */
  'mayMove': (boolean);
}
