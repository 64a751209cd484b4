// Original file: protos/identity/v1/identity.proto


export interface StartSignInRequest {
  'redirectUri'?: (string);
}

export interface StartSignInRequest__Output {
  'redirectUri': (string);
}
