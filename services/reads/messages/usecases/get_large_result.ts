import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { DownloadLinks } from '../domain/download_link.ts';
import type { MessageStore } from '../domain/message_store.ts';

type Stores = { messages: MessageStore };

type Deps = { stores: Stores; links: DownloadLinks; clock: Clock };

/**
 * The result array behind a signed URL. Throws notFound for every kind of error, so that a caller learns nothing by
 * trying.
 */
export function makeGetLargeResult({ stores, links, clock }: Deps) {
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

export type GetLargeResult = ReturnType<typeof makeGetLargeResult>;
