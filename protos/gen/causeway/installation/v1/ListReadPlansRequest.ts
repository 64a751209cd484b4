// Original file: protos/installation/v1/installation.proto


export interface ListReadPlansRequest {
  'projectId'?: (string);
  'installationId'?: (string);
  /**
   * Native; only the plan of this object. Each plan carries the whole config, so 500 of them are megabytes.
   */
  'objectName'?: (string);
}

export interface ListReadPlansRequest__Output {
  'projectId': (string);
  'installationId': (string);
  /**
   * Native; only the plan of this object. Each plan carries the whole config, so 500 of them are megabytes.
   */
  'objectName': (string);
}
