// Original file: protos/installation/v1/installation.proto


export interface StartOauthRequest {
  'projectId'?: (string);
  'provider'?: (string);
  'groupRef'?: (string);
  'groupName'?: (string);
  'consumerRef'?: (string);
  'consumerName'?: (string);
  'providerWorkspaceRef'?: (string);
  'providerMetadataJson'?: (string);
  'providerAppId'?: (string);
  /**
   * Origin of the page that asked from a browser; else empty.
   */
  'openerOrigin'?: (string);
  /**
   * Checked by the caller.
   */
  'returnUrl'?: (string);
  /**
   * An existing connection keeps its credentials.
   */
  'createsOnly'?: (boolean);
  /**
   * The caller is a frontend key, which everybody who opens its page can read.
   */
  'byFrontendKey'?: (boolean);
}

export interface StartOauthRequest__Output {
  'projectId': (string);
  'provider': (string);
  'groupRef': (string);
  'groupName': (string);
  'consumerRef': (string);
  'consumerName': (string);
  'providerWorkspaceRef': (string);
  'providerMetadataJson': (string);
  'providerAppId': (string);
  /**
   * Origin of the page that asked from a browser; else empty.
   */
  'openerOrigin': (string);
  /**
   * Checked by the caller.
   */
  'returnUrl': (string);
  /**
   * An existing connection keeps its credentials.
   */
  'createsOnly': (boolean);
  /**
   * The caller is a frontend key, which everybody who opens its page can read.
   */
  'byFrontendKey': (boolean);
}
