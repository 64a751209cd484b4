// Original file: protos/reads/v1/reads.proto


export interface MessageBody {
  'id'?: (string);
  /**
   * The exact bytes to send, UTF-8.
   */
  'body'?: (string);
}

export interface MessageBody__Output {
  'id': (string);
  /**
   * The exact bytes to send, UTF-8.
   */
  'body': (string);
}
