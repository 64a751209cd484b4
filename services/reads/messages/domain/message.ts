/** A webhook body, identical on every attempt: id, sequence and bytes are fixed when its page is committed. */
export type Message = {
  id: string;
  projectId: string;
  installationId: string;
  objectName: string;
  operationId: string;
  /** Counted per installation and object, so that a receiver can order messages that arrive out of order. */
  sequence: number;
  numRecords: number;
  /** Bytes of UTF-8, as it is sent. */
  body: Uint8Array;
  /** Only for a record that is too large to send: the result array, which the receiver fetches by URL. */
  resultJson?: string;
  /** The oldest time of its records, Unix ms; null when one of them has none. */
  oldestTime?: number | null;
  /** Of the ids of its records; absent when none has one. See record_hash.ts. */
  recordHashes?: Uint8Array;
};

export type MessageBody = Pick<Message, 'id' | 'body'>;

/** The max size of a body, bytes of UTF-8. */
export const MAX_BODY_BYTES = 300 * 1024;

/** The max size of one response to the notifications service, bytes of UTF-8. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** How long a download URL is valid after the start of each attempt. */
export const DOWNLOAD_MS = 15 * 60_000;
