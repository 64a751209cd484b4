// Original file: protos/installation/v1/installation.proto


export interface StartCustomAuthRequest {
  'projectId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'providerMetadataJson'?: (string);
  'providerAppId'?: (string);
  /**
   * The unparsed inputs. Never logged.
   */
  'customAuthJson'?: (string);
  /**
   * Origin of the page that asked from a browser; else empty.
   */
  'openerOrigin'?: (string);
}

export interface StartCustomAuthRequest__Output {
  'projectId': (string);
  'provider': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'providerMetadataJson': (string);
  'providerAppId': (string);
  /**
   * The unparsed inputs. Never logged.
   */
  'customAuthJson': (string);
  /**
   * Origin of the page that asked from a browser; else empty.
   */
  'openerOrigin': (string);
}
