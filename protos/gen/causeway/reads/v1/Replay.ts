// Original file: protos/reads/v1/reads.proto


/**
 * Set only for a replay.
 */
export interface Replay {
  'operationId'?: (string);
  'delivers'?: (boolean);
  /**
   * The result of the replay as JSON; only in GetOperation, empty in lists.
   */
  'resultJson'?: (string);
}

/**
 * Set only for a replay.
 */
export interface Replay__Output {
  'operationId': (string);
  'delivers': (boolean);
  /**
   * The result of the replay as JSON; only in GetOperation, empty in lists.
   */
  'resultJson': (string);
}
