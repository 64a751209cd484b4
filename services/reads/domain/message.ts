/** A webhook body as it will be sent on every attempt: id, sequence and bytes are fixed when its page is committed. */
export type Message = {
  id: string;
  projectId: string;
  installationId: string;
  objectName: string;
  operationId: string;
  /** Counts per installation and object, so a receiver can order what arrives out of order. */
  sequence: number;
  numRecords: number;
  body: string;
  /** Only for a record too large to send: the result array, fetched by URL. */
  resultJson?: string;
};

/** A body as it goes out: bytes of UTF-8. */
export type MessageBody = { id: string; body: Uint8Array };

/** No body is larger, in bytes of UTF-8. */
export const MAX_BODY_BYTES = 300 * 1024;

/** What one answer to notifications may hold, in bytes of UTF-8. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;

/** How long a download is honoured, counted from the start of each attempt. */
export const DOWNLOAD_MILLIS = 15 * 60_000;
