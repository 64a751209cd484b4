import type { Clock } from '../../../../lib/time/clock.ts';
import { DOWNLOAD_MS, MAX_BATCH_BYTES, type MessageBody } from '../domain/message.ts';
import type { MessageStore } from '../domain/message_store.ts';

type Stores = { messages: MessageStore };

type Deps = { stores: Stores; clock: Clock };

/** As many full bodies fit within the limit; more would be read for nothing. */
const MAX_IDS = 100;
const CLOSING_BRACKET = ']'.charCodeAt(0);

/**
 * The bodies for a delivery attempt, in the requested order, as many as fit in 2 MiB (at least one). A body with a
 * download URL makes the URL valid for the next 15 minutes.
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
    if (large.length > 0) await stores.messages.extendDownloads(large, clock.now() + DOWNLOAD_MS);
  }
}

/** A body with inline records ends with their array. */
function isDownload(body: Uint8Array): boolean {
  return body.at(-2) !== CLOSING_BRACKET;
}
