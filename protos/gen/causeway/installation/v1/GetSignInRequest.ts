// Original file: protos/installation/v1/installation.proto


export interface GetSignInRequest {
  'token'?: (string);
  'browserSecrets'?: (string)[];
}

export interface GetSignInRequest__Output {
  'token': (string);
  'browserSecrets': (string)[];
}
