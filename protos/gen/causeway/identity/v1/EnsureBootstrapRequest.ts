// Original file: protos/identity/v1/identity.proto


export interface EnsureBootstrapRequest {
  'orgLabel'?: (string);
  'projectName'?: (string);
  /**
   * Of the project, if it is created.
   */
  'allowedOrigins'?: (string)[];
}

export interface EnsureBootstrapRequest__Output {
  'orgLabel': (string);
  'projectName': (string);
  /**
   * Of the project, if it is created.
   */
  'allowedOrigins': (string)[];
}
