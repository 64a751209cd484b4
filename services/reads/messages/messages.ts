import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { DownloadLinks } from './download_link.ts';
import { DOWNLOAD_LIFETIME_MS, MAX_BATCH_BYTES, type MessageBody, type MessageStore } from './message.ts';

type Stores = { messages: MessageStore };

type Deps = { stores: Stores; clock: Clock };

/** Max ids that one request looks up. Further ids are left out, like bodies that do not fit into the response. */
const MAX_IDS = 100;
const CLOSING_BRACKET = ']'.charCodeAt(0);

/**
 * Returns the bodies for a delivery attempt, in the requested order, as many as fit in 2 MiB (at least one). A body
 * with a download URL makes the URL valid for the next 15 minutes.
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
    if (large.length > 0) await stores.messages.extendDownloads(large, clock.now() + DOWNLOAD_LIFETIME_MS);
  }
}

/** A body with inline records ends with their array; every other body has a download URL. */
function isDownload(body: Uint8Array): boolean {
  return body.at(-2) !== CLOSING_BRACKET;
}

type GetLargeResultDeps = { stores: Stores; links: DownloadLinks; clock: Clock };

/**
 * Returns the result array for a signed URL. Throws notFound for every kind of error, so that an attacker cannot find
 * out which messages exist.
 */
export function makeGetLargeResult({ stores, links, clock }: GetLargeResultDeps) {
  return async function getLargeResult(messageId: string, signature: string): Promise<string> {
    const result = links.isSigned(messageId, signature)
      ? await stores.messages.findResult(messageId, clock.now())
      : undefined;
    if (result === undefined) {
      throw new Problem('notFound', 'There is no such result, or its download URL has expired.', {
        remedy: 'Deliver the message again: each attempt makes the URL valid for another 15 minutes.',
      });
    }
    return result;
  };
}
