// Original file: protos/installation/v1/installation.proto


export interface FindReadPlanRequest {
  'projectId'?: (string);
  'integrationId'?: (string);
  'groupRef'?: (string);
  /**
   * Mapped or native name.
   */
  'objectName'?: (string);
}

export interface FindReadPlanRequest__Output {
  'projectId': (string);
  'integrationId': (string);
  'groupRef': (string);
  /**
   * Mapped or native name.
   */
  'objectName': (string);
}
