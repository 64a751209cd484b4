// Original file: protos/installation/v1/installation.proto


export interface ContinueSignInRequest {
  'token'?: (string);
  'browserSecret'?: (string);
}

export interface ContinueSignInRequest__Output {
  'token': (string);
  'browserSecret': (string);
}
