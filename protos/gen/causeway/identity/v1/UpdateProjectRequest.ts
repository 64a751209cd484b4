// Original file: protos/identity/v1/identity.proto


export interface UpdateProjectRequest {
  'projectId'?: (string);
  /**
   * As in the public API.
   */
  'updateMask'?: (string)[];
  'name'?: (string);
  'appName'?: (string);
  'allowedOrigins'?: (string)[];
  'restrictFrontendKeys'?: (boolean);
}

export interface UpdateProjectRequest__Output {
  'projectId': (string);
  /**
   * As in the public API.
   */
  'updateMask': (string)[];
  'name': (string);
  'appName': (string);
  'allowedOrigins': (string)[];
  'restrictFrontendKeys': (boolean);
}
