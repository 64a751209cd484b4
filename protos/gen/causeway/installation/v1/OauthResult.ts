// Original file: protos/installation/v1/installation.proto


export interface OauthResult {
  'connectionId'?: (string);
  'error'?: (string);
}

export interface OauthResult__Output {
  'connectionId': (string);
  'error': (string);
}
