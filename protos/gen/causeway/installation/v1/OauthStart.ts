// Original file: protos/installation/v1/installation.proto


export interface OauthStart {
  'url'?: (string);
}

export interface OauthStart__Output {
  'url': (string);
}
