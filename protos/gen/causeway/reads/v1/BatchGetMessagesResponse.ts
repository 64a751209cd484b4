// Original file: protos/reads/v1/reads.proto

import type { MessageBody as _causeway_reads_v1_MessageBody, MessageBody__Output as _causeway_reads_v1_MessageBody__Output } from '../../../causeway/reads/v1/MessageBody.ts';

export interface BatchGetMessagesResponse {
  'messages'?: (_causeway_reads_v1_MessageBody)[];
}

export interface BatchGetMessagesResponse__Output {
  'messages': (_causeway_reads_v1_MessageBody__Output)[];
}
