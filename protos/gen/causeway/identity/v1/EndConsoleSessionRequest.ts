// Original file: protos/identity/v1/identity.proto


export interface EndConsoleSessionRequest {
  'secret'?: (string);
}

export interface EndConsoleSessionRequest__Output {
  'secret': (string);
}
