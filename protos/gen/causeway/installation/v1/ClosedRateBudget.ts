// Original file: protos/installation/v1/installation.proto


export interface ClosedRateBudget {
  'projectId'?: (string);
  'key'?: (string);
  'waitMs'?: (number | string);
}

export interface ClosedRateBudget__Output {
  'projectId': (string);
  'key': (string);
  'waitMs': (number);
}
