// Original file: protos/installation/v1/installation.proto


export interface GetConnectionRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
  'includeCreds'?: (boolean);
  'includeRefreshToken'?: (boolean);
  /**
   * Empty, force or ifExpired.
   */
  'refresh'?: (string);
}

export interface GetConnectionRequest__Output {
  'projectId': (string);
  'connectionId': (string);
  'includeCreds': (boolean);
  'includeRefreshToken': (boolean);
  /**
   * Empty, force or ifExpired.
   */
  'refresh': (string);
}
