// Original file: protos/writes/v1/writes.proto


export interface Header {
  'key'?: (string);
  'value'?: (string);
}

export interface Header__Output {
  'key': (string);
  'value': (string);
}
