// Original file: protos/reads/v1/reads.proto


export interface GetLargeResultRequest {
  'messageId'?: (string);
  'signature'?: (string);
}

export interface GetLargeResultRequest__Output {
  'messageId': (string);
  'signature': (string);
}
