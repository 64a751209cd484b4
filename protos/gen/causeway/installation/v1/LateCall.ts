// Original file: protos/installation/v1/installation.proto


export interface LateCall {
  'time'?: (number | string);
  'lateMs'?: (number | string);
}

export interface LateCall__Output {
  'time': (number);
  'lateMs': (number);
}
