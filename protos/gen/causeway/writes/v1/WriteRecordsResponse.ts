// Original file: protos/writes/v1/writes.proto


export interface WriteRecordsResponse {
  /**
   * 200, or 422 when no record was written.
   */
  'status'?: (number);
  'bodyJson'?: (string);
  /**
   * The answer of an earlier call with the same idempotency key.
   */
  'isReplayed'?: (boolean);
}

export interface WriteRecordsResponse__Output {
  /**
   * 200, or 422 when no record was written.
   */
  'status': (number);
  'bodyJson': (string);
  /**
   * The answer of an earlier call with the same idempotency key.
   */
  'isReplayed': (boolean);
}
