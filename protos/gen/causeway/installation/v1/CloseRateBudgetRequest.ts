// Original file: protos/installation/v1/installation.proto


export interface CloseRateBudgetRequest {
  'projectId'?: (string);
  'key'?: (string);
  /**
   * Unset when the provider named no wait.
   */
  'askedMs'?: (number | string);
  '_askedMs'?: "askedMs";
}

export interface CloseRateBudgetRequest__Output {
  'projectId': (string);
  'key': (string);
  /**
   * Unset when the provider named no wait.
   */
  'askedMs'?: (number);
  '_askedMs'?: "askedMs";
}
