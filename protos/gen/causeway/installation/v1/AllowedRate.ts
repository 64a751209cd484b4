// Original file: protos/installation/v1/installation.proto


/**
 * Times and spans are milliseconds; times are those of the database of installation.
 */
export interface AllowedRate {
  'requests'?: (number);
  'perMs'?: (number | string);
}

/**
 * Times and spans are milliseconds; times are those of the database of installation.
 */
export interface AllowedRate__Output {
  'requests': (number);
  'perMs': (number);
}
