import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { OutboundRequest, OutboundResponse, Send } from '../../../lib/http/outbound.ts';
import type { CallAuth } from '../domain/installation.ts';
import type { KeptBody, KeptCall, KeptPage, SealedPage } from '../domain/kept_page.ts';
import type { ReadRun } from '../domain/read_run.ts';
import { withoutCredentials } from './credential_mask.ts';
import type { KeptKeys } from './kept_keys.ts';
import { keptHeaders } from './kept_headers.ts';
import type { PageBox } from './page_box.ts';

/**
 * Keeps what a page's calls brought, while the page is made: each answer is compressed and sealed as soon as it is
 * there, beside the engine that reads it. Nothing is written here. What came of it travels with the page and is stored in
 * the transaction that commits it; a page that is fetched and lost leaves nothing.
 *
 * No credential is kept: request headers are not kept at all, parameters that carry credentials are cut out of URLs, and
 * what the provider repeats of them is masked.
 */
export type Keeping = {
  /** The same `send`, overheard. */
  listen(send: Send): Send;
  /** All that was heard, for the store. `isFirst`: a read begins with this page. */
  done(page: { ids: (string | null)[]; isFirst: boolean }): Promise<SealedPage>;
};
export type KeepPage = (run: ReadRun, auth: CallAuth, at: number) => Keeping;

type Kept = { call: KeptCall; body: KeptBody | null };

/** Of one body, sealed. Larger ones might not fit a statement, and the page must not be lost for that. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/** Of all bodies of a page, sealed. A page of a thousand calls holds them in memory until it is committed. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;

export function makeKeepPage({ keys }: { keys: KeptKeys }): KeepPage {
  return function keepPage({ operation }, auth, at) {
    const mask = withoutCredentials(auth);
    const calls: Promise<Kept>[] = [];
    let bytes = 0;

    async function keep(request: OutboundRequest, response: OutboundResponse): Promise<Kept> {
      const box = await keys.forWriting(operation);
      const text = mask.text(response.text);
      const address = box.addressOf(text);
      const content = await box.seal(text, bodyContext(operation, address));
      const isKept = content.length <= MAX_KEPT_BYTES && bytes + content.length <= MAX_PAGE_BYTES;
      if (isKept) bytes += content.length;
      const { method, url, bodyHash } = questionOf(request, mask.params);
      const headers = keptHeaders(response.headers, mask.text);
      const call = {
        method,
        url: mask.text(url),
        bodyHash,
        status: response.status,
        headers,
        address: isKept ? address : null,
      };
      return { call, body: isKept ? { address, content } : null };
    }

    return {
      listen: (send) => async (request) => {
        const place = calls.length;
        calls.push(NEVER);
        const response = await send(request);
        const kept = keep(request, response);
        kept.catch(() => {}); // whoever asks for the page hears of it
        calls[place] = kept;
        return response;
      },
      async done({ ids, isFirst }) {
        const kept = await Promise.all(calls.filter((call) => call !== NEVER));
        const box = await keys.forWriting(operation);
        const page: KeptPage = {
          at,
          variables: auth.variables,
          secretParams: mask.params,
          calls: kept.map(({ call }) => call),
          ids,
        };
        return { isFirst, sealed: await sealPage(box, operation, page), bodies: distinct(kept) };
      },
    };
  };
}

/** The place of a call that brought no answer. */
const NEVER: Promise<Kept> = Promise.resolve({} as Kept);

/** What a call asked for, in the words by which its answer is found again. */
export function questionOf(
  { method, url, body, bytes }: OutboundRequest,
  secretParams: readonly string[],
): Pick<KeptCall, 'method' | 'url' | 'bodyHash'> {
  const address = new URL(url);
  for (const name of secretParams) address.searchParams.delete(name);
  const sent = bytes ?? (body === undefined ? null : Buffer.from(body));
  return { method, url: address.href, bodyHash: sent && createHash('sha256').update(sent).digest('base64url') };
}

type Owner = { projectId: string; installationId: string; id: string };

export function bodyContext({ projectId, installationId }: Omit<Owner, 'id'>, address: string): string {
  return `kept_bodies|${projectId}|${installationId}|${address}`;
}

export function pageContext({ projectId, id }: Omit<Owner, 'installationId'>): string {
  return `kept_pages|${projectId}|${id}`;
}

function sealPage(box: PageBox, operation: Owner, page: KeptPage): Promise<Uint8Array> {
  return box.seal(JSON.stringify(page), pageContext(operation));
}

function distinct(kept: readonly Kept[]): KeptBody[] {
  const bodies = kept.flatMap(({ body }) => (body ? [[body.address, body] as const] : []));
  return [...new Map(bodies).values()];
}
