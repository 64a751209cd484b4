// Original file: protos/installation/v1/installation.proto


export interface FormerRateBudget {
  'projectId'?: (string);
  'key'?: (string);
  'budgetJson'?: (string);
}

export interface FormerRateBudget__Output {
  'projectId': (string);
  'key': (string);
  'budgetJson': (string);
}
