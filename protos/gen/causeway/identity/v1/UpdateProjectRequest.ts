// Original file: protos/identity/v1/identity.proto


export interface UpdateProjectRequest {
  'projectId'?: (string);
  /**
   * name, app_name, as in the public API.
   */
  'updateMask'?: (string)[];
  'name'?: (string);
  'appName'?: (string);
}

export interface UpdateProjectRequest__Output {
  'projectId': (string);
  /**
   * name, app_name, as in the public API.
   */
  'updateMask': (string)[];
  'name': (string);
  'appName': (string);
}
