// Original file: protos/installation/v1/installation.proto


export interface UpsertedObjectMetadata {
  'resultJson'?: (string);
}

export interface UpsertedObjectMetadata__Output {
  'resultJson': (string);
}
