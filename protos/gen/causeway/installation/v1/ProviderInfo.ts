// Original file: protos/installation/v1/installation.proto


export interface ProviderInfo {
  'infoJson'?: (string);
}

export interface ProviderInfo__Output {
  'infoJson': (string);
}
