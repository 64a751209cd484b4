import type { Clock } from '../../../lib/time/clock.ts';
import { DOWNLOAD_MILLIS, MAX_BATCH_BYTES, type MessageBody } from '../domain/message.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock };

/** So many bodies of full size fit the limit; asking the database for more would only be thrown away. */
const MAX_IDS = 100;
const CLOSING_BRACKET = ']'.charCodeAt(0);

/**
 * Bodies for an attempt, in the order asked for, as many as fit 2 MiB (at least one). A body that stands for a download
 * opens it for the next 15 minutes.
 */
export function makeGetMessages({ stores, clock }: Deps) {
  return async function getMessages(ids: readonly string[]): Promise<MessageBody[]> {
    const asked = ids.slice(0, MAX_IDS);
    const found = new Map((await stores.messages.bodies(asked)).map((message) => [message.id, message]));
    const messages: MessageBody[] = [];
    let bytes = 0;
    for (const id of asked) {
      const message = found.get(id);
      if (!message) continue;
      bytes += message.body.length;
      if (messages.length > 0 && bytes > MAX_BATCH_BYTES) break;
      messages.push(message);
    }
    await openDownloads(messages);
    return messages;
  };

  async function openDownloads(messages: readonly MessageBody[]): Promise<void> {
    const large = messages.filter(({ body }) => isDownload(body)).map(({ id }) => id);
    if (large.length > 0) await stores.messages.extendDownloads(large, clock.now() + DOWNLOAD_MILLIS);
  }
}

/** A body with records ends with its list of them. */
function isDownload(body: Uint8Array): boolean {
  return body.at(-2) !== CLOSING_BRACKET;
}

export type GetMessages = ReturnType<typeof makeGetMessages>;
