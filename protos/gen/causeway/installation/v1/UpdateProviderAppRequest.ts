// Original file: protos/installation/v1/installation.proto


export interface UpdateProviderAppRequest {
  'projectId'?: (string);
  'providerAppId'?: (string);
  'updateMask'?: (string)[];
  /**
   * The unparsed fields, clientSecret included. Never logged.
   */
  'providerAppJson'?: (string);
}

export interface UpdateProviderAppRequest__Output {
  'projectId': (string);
  'providerAppId': (string);
  'updateMask': (string)[];
  /**
   * The unparsed fields, clientSecret included. Never logged.
   */
  'providerAppJson': (string);
}
