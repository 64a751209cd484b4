import type { ReceivedMessage, Receiver } from './webhook_receiver.ts';

/** A read message's body, as far as tests look into it. */
export type Envelope = Record<string, unknown> & {
  readType: string;
  operationId: string;
  sequence: number;
  objectName: string;
  resultInfo: { type: string; numRecords: number; downloadUrl?: string };
  result?: { fields: Record<string, unknown>; mappedFields: Record<string, unknown>; raw: Record<string, unknown> }[];
};
export const envelopeOf = ({ body }: ReceivedMessage) => JSON.parse(body) as Envelope;

/** The messages of one operation, in the order of their arrival. */
export function messagesOf({ messages }: Receiver, operationId: string): ReceivedMessage[] {
  return messages.filter(({ body }) => body.includes(`"operationId":"${operationId}"`));
}

/** The ids of the records that an operation delivered inline. */
export function recordIdsOf(receiver: Receiver, operationId: string): string[] {
  return messagesOf(receiver, operationId).flatMap((message) =>
    (envelopeOf(message).result ?? []).map(({ raw }) => String(raw['id'])),
  );
}
