// Original file: protos/reads/v1/reads.proto


export interface LargeResult {
  'resultJson'?: (string);
}

export interface LargeResult__Output {
  'resultJson': (string);
}
