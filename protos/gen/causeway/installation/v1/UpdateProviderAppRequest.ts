// Original file: protos/installation/v1/installation.proto


export interface UpdateProviderAppRequest {
  'projectId'?: (string);
  'providerAppId'?: (string);
  'updateMask'?: (string)[];
  /**
   * The fields as they came, clientSecret among them. Never logged.
   */
  'providerAppJson'?: (string);
}

export interface UpdateProviderAppRequest__Output {
  'projectId': (string);
  'providerAppId': (string);
  'updateMask': (string)[];
  /**
   * The fields as they came, clientSecret among them. Never logged.
   */
  'providerAppJson': (string);
}
