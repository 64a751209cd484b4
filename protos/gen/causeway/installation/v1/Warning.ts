// Original file: protos/installation/v1/installation.proto


/**
 * A remark on something that was accepted. Line and column are 0 when unknown.
 */
export interface Warning {
  'message'?: (string);
  'line'?: (number);
  'column'?: (number);
  'path'?: (string);
  'rule'?: (string);
  'suggestion'?: (string);
}

/**
 * A remark on something that was accepted. Line and column are 0 when unknown.
 */
export interface Warning__Output {
  'message': (string);
  'line': (number);
  'column': (number);
  'path': (string);
  'rule': (string);
  'suggestion': (string);
}
