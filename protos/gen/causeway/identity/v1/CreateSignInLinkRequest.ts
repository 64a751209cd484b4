// Original file: protos/identity/v1/identity.proto


export interface CreateSignInLinkRequest {
  'builderId'?: (string);
  'isEmailUnverified'?: (boolean);
}

export interface CreateSignInLinkRequest__Output {
  'builderId': (string);
  'isEmailUnverified': (boolean);
}
