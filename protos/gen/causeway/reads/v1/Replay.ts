// Original file: protos/reads/v1/reads.proto


/**
 * Empty of what is no replay.
 */
export interface Replay {
  'operationId'?: (string);
  'delivers'?: (boolean);
  /**
   * Only of one operation by itself: what came out, as JSON; empty in lists.
   */
  'resultJson'?: (string);
}

/**
 * Empty of what is no replay.
 */
export interface Replay__Output {
  'operationId': (string);
  'delivers': (boolean);
  /**
   * Only of one operation by itself: what came out, as JSON; empty in lists.
   */
  'resultJson': (string);
}
