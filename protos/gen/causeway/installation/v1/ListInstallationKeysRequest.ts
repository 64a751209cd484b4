// Original file: protos/installation/v1/installation.proto


/**
 * Of all projects, in the order of the ids, with ids above `after`.
 */
export interface ListInstallationKeysRequest {
  'after'?: (string);
  'limit'?: (number);
}

/**
 * Of all projects, in the order of the ids, with ids above `after`.
 */
export interface ListInstallationKeysRequest__Output {
  'after': (string);
  'limit': (number);
}
