// Original file: protos/installation/v1/installation.proto


export interface ContinuedSignIn {
  'url'?: (string);
}

export interface ContinuedSignIn__Output {
  'url': (string);
}
