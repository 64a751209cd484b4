// Original file: protos/installation/v1/installation.proto


export interface ObjectMetadata {
  'metadataJson'?: (string);
}

export interface ObjectMetadata__Output {
  'metadataJson': (string);
}
