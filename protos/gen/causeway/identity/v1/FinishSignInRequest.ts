// Original file: protos/identity/v1/identity.proto


export interface FinishSignInRequest {
  'code'?: (string);
  'nonce'?: (string);
  'codeVerifier'?: (string);
  'redirectUri'?: (string);
}

export interface FinishSignInRequest__Output {
  'code': (string);
  'nonce': (string);
  'codeVerifier': (string);
  'redirectUri': (string);
}
