// Original file: protos/installation/v1/installation.proto


export interface PreviewProviderRequest {
  'provider'?: (string);
  /**
   * Empty: the first object of the file.
   */
  'objectName'?: (string);
}

export interface PreviewProviderRequest__Output {
  'provider': (string);
  /**
   * Empty: the first object of the file.
   */
  'objectName': (string);
}
