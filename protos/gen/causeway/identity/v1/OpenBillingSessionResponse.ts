// Original file: protos/identity/v1/identity.proto


export interface OpenBillingSessionResponse {
  'url'?: (string);
}

export interface OpenBillingSessionResponse__Output {
  'url': (string);
}
