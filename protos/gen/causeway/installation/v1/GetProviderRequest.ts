// Original file: protos/installation/v1/installation.proto


export interface GetProviderRequest {
  'provider'?: (string);
}

export interface GetProviderRequest__Output {
  'provider': (string);
}
