import type { ReceivedMessage, Receiver } from './webhook_receiver.ts';

/** The part of a read message's body that tests check. */
export type Envelope = Record<string, unknown> & {
  readType: string;
  operationId: string;
  sequence: number;
  objectName: string;
  resultInfo: { type: string; numRecords: number; downloadUrl?: string };
  result?: { fields: Record<string, unknown>; mappedFields: Record<string, unknown>; raw: Record<string, unknown> }[];
};
export const envelopeOf = ({ body }: ReceivedMessage) => JSON.parse(body) as Envelope;

/** The messages of one operation, in order of arrival. */
export function messagesOf({ messages }: Receiver, operationId: string): ReceivedMessage[] {
  return messages.filter(({ body }) => body.includes(`"operationId":"${operationId}"`));
}

/** The ids of the records that an operation delivered inline. */
export function recordIdsOf(receiver: Receiver, operationId: string): string[] {
  return messagesOf(receiver, operationId).flatMap((message) =>
    (envelopeOf(message).result ?? []).map(({ raw }) => String(raw['id'])),
  );
}
