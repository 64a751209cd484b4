// Original file: protos/installation/v1/installation.proto


export interface ListReadPlansRequest {
  'projectId'?: (string);
  'installationId'?: (string);
  /**
   * Native name. If set, only the plan of this object: each plan contains the whole config, so 500 plans are megabytes.
   */
  'objectName'?: (string);
}

export interface ListReadPlansRequest__Output {
  'projectId': (string);
  'installationId': (string);
  /**
   * Native name. If set, only the plan of this object: each plan contains the whole config, so 500 plans are megabytes.
   */
  'objectName': (string);
}
