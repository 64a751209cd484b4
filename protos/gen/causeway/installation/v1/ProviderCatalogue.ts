// Original file: protos/installation/v1/installation.proto


export interface ProviderCatalogue {
  'providersJson'?: (string);
}

export interface ProviderCatalogue__Output {
  'providersJson': (string);
}
