// Original file: protos/installation/v1/installation.proto


export interface FindOpenerRequest {
  'browserSecrets'?: (string)[];
}

export interface FindOpenerRequest__Output {
  'browserSecrets': (string)[];
}
