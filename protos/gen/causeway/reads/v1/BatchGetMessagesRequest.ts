// Original file: protos/reads/v1/reads.proto


export interface BatchGetMessagesRequest {
  'messageIds'?: (string)[];
}

export interface BatchGetMessagesRequest__Output {
  'messageIds': (string)[];
}
