// Original file: protos/identity/v1/identity.proto


export interface GetBillingSessionRequest {
  'token'?: (string);
}

export interface GetBillingSessionRequest__Output {
  'token': (string);
}
