// Original file: protos/installation/v1/installation.proto


export interface UnusedPermits {
  'time'?: (number | string);
  'count'?: (number);
}

export interface UnusedPermits__Output {
  'time': (number);
  'count': (number);
}
