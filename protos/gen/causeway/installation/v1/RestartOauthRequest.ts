// Original file: protos/installation/v1/installation.proto


export interface RestartOauthRequest {
  'projectId'?: (string);
  'connectionId'?: (string);
  'openerOrigin'?: (string);
  'byFrontendKey'?: (boolean);
}

export interface RestartOauthRequest__Output {
  'projectId': (string);
  'connectionId': (string);
  'openerOrigin': (string);
  'byFrontendKey': (boolean);
}
