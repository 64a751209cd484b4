import { Buffer } from 'node:buffer';
import type { Clock } from '../../../lib/time/clock.ts';
import { DOWNLOAD_MILLIS, MAX_BATCH_BYTES } from '../domain/message.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock };

/** So many bodies of full size fit the limit; asking the database for more would only be thrown away. */
const MAX_IDS = 100;

/**
 * Bodies for an attempt, in the order asked for, as many as fit 2 MiB (at least one). A body that stands for a download
 * opens it for the next 15 minutes.
 */
export function makeGetMessages({ stores, clock }: Deps) {
  return async function getMessages(ids: readonly string[]): Promise<{ id: string; body: string }[]> {
    const asked = ids.slice(0, MAX_IDS);
    const found = new Map((await stores.messages.bodies(asked)).map((message) => [message.id, message]));
    const messages = [];
    let bytes = 0;
    for (const id of asked) {
      const message = found.get(id);
      if (!message) continue;
      bytes += Buffer.byteLength(message.body);
      if (messages.length > 0 && bytes > MAX_BATCH_BYTES) break;
      messages.push(message);
    }
    await openDownloads(messages);
    return messages;
  };

  async function openDownloads(messages: readonly { id: string; body: string }[]): Promise<void> {
    const large = messages.filter(({ body }) => isDownload(body)).map(({ id }) => id);
    if (large.length > 0) await stores.messages.extendDownloads(large, clock.now() + DOWNLOAD_MILLIS);
  }
}

/** A body with records ends with its list of them. */
function isDownload(body: string): boolean {
  return !body.endsWith(']}');
}

export type GetMessages = ReturnType<typeof makeGetMessages>;
