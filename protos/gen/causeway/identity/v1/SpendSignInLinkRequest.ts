// Original file: protos/identity/v1/identity.proto


export interface SpendSignInLinkRequest {
  'token'?: (string);
}

export interface SpendSignInLinkRequest__Output {
  'token': (string);
}
