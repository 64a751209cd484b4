// Original file: protos/reads/v1/reads.proto


export interface MessageBody {
  'id'?: (string);
  /**
   * The exact bytes to send.
   */
  'body'?: (Buffer | Uint8Array | string);
}

export interface MessageBody__Output {
  'id': (string);
  /**
   * The exact bytes to send.
   */
  'body': (Buffer);
}
