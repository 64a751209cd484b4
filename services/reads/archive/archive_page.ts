import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { archiveMask } from '../../../connectors/calls/archive_mask.ts';
import type { OutboundRequest, OutboundResponse, SendRequest } from '../../../lib/http/outbound.ts';
import { utf8InTurns } from '../../../lib/loop/utf8_in_turns.ts';
import type { CallAuth } from '../installation.ts';
import type { InstallationKey, ObjectKey } from '../object_key.ts';
import type { ArchiveKeys, PageCipher } from './archive_keys.ts';
import type { ArchivedBody, ArchivedCall, ArchivedPage, SealedPage } from './archived_page.ts';

/**
 * Archives the responses to a page's calls while the page is read: each response is compressed and encrypted as soon as
 * it arrives. Nothing is written here. The result is part of the fetched page, and is stored in the transaction that
 * commits the page; a page that is not committed leaves no rows.
 *
 * No credential is archived: request headers are left out, query parameters with credentials are removed from URLs, and
 * credentials that the provider echoes are masked.
 */
type PageArchiver = {
  /** Wraps `send` and archives each response. */
  listen(send: SendRequest): SendRequest;
  /** Everything archived so far. `isFirst`: a read starts with this page. */
  done(page: { ids: (string | null)[]; isFirst: boolean }): Promise<SealedPage>;
};
/** The operation whose page is archived. */
export type ArchivedOperation = ObjectKey & { id: string };
export type ArchivePage = (operation: ArchivedOperation, auth: CallAuth, at: number) => PageArchiver;

type ArchivedResponse = { call: ArchivedCall; body: ArchivedBody | null };

/** Max encrypted bytes of one body. A larger one might exceed the statement limit and make the page's commit fail. */
const MAX_ARCHIVED_BYTES = 4 * 1024 * 1024;
/** Max encrypted bytes of all bodies of a page. They stay in memory until the page is committed. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;

export function makeArchivePage({ keys }: { keys: ArchiveKeys }): ArchivePage {
  return function archivePage(operation, auth, at) {
    const mask = archiveMask(auth);
    const calls: Promise<ArchivedResponse>[] = [];
    let bytes = 0;

    async function archive(request: OutboundRequest, response: OutboundResponse): Promise<ArchivedResponse> {
      const cipher = await keys.forWriting(operation);
      const text = mask.text(response.text);
      const utf8 = await utf8InTurns(text);
      const address = await cipher.addressOf(utf8);
      const content = await cipher.seal(utf8, bodyContext(operation, address));
      const isArchived = content.length <= MAX_ARCHIVED_BYTES && bytes + content.length <= MAX_PAGE_BYTES;
      if (isArchived) bytes += content.length;
      const { method, url, bodyHash } = archiveRequestOf(request, mask.params);
      const headers = archivedHeaders(response.headers, mask.text);
      const call = {
        method,
        url: mask.text(url),
        bodyHash,
        status: response.status,
        headers,
        address: isArchived ? address : null,
      };
      return { call, body: isArchived ? { address, content } : null };
    }

    return {
      listen: (send) => async (request) => {
        const place = calls.length;
        calls.push(NO_RESPONSE);
        const response = await send(request);
        const archived = archive(request, response);
        archived.catch(() => {}); // done() reports the error
        calls[place] = archived;
        return response;
      },
      async done({ ids, isFirst }) {
        const archived = await Promise.all(calls.filter((call) => call !== NO_RESPONSE));
        const cipher = await keys.forWriting(operation);
        const page: ArchivedPage = {
          at,
          variables: auth.variables,
          secretParams: mask.params,
          calls: archived.map(({ call }) => call),
          ids,
        };
        return { isFirst, sealed: await sealPage(cipher, operation, page), bodies: distinctBodies(archived) };
      },
    };
  };
}

/** The entry of a call that got no response. */
const NO_RESPONSE: Promise<ArchivedResponse> = Promise.resolve({} as ArchivedResponse);

/** Identifies a request by method, URL and body, so that a replay finds the archived response. */
export function archiveRequestOf(
  { method, url, body, bytes }: OutboundRequest,
  secretParams: readonly string[],
): Pick<ArchivedCall, 'method' | 'url' | 'bodyHash'> {
  const address = new URL(url);
  for (const name of secretParams) address.searchParams.delete(name);
  const sent = bytes ?? (body === undefined ? null : Buffer.from(body));
  return { method, url: address.href, bodyHash: sent && createHash('sha256').update(sent).digest('base64url') };
}

export function bodyContext({ projectId, installationId }: InstallationKey, address: string): string {
  return `kept_bodies|${projectId}|${installationId}|${address}`;
}

export function pageContext({ projectId, id }: { projectId: string; id: string }): string {
  return `kept_pages|${projectId}|${id}`;
}

function sealPage(cipher: PageCipher, operation: ArchivedOperation, page: ArchivedPage): Promise<Uint8Array> {
  return cipher.seal(Buffer.from(JSON.stringify(page)), pageContext(operation));
}

function distinctBodies(archived: readonly ArchivedResponse[]): ArchivedBody[] {
  const bodies = archived.flatMap(({ body }) => (body ? [[body.address, body] as const] : []));
  return [...new Map(bodies).values()];
}

/** Session and transport headers are not archived; the body is stored as decoded text. */
const OMITTED_HEADERS =
  /^(set-cookie|cookie|authorization|proxy-.*|www-authenticate|connection|keep-alive|transfer-encoding|content-(length|encoding|security-policy.*)|strict-transport-security|server|vary|via|etag|cache-control|expires|alt-svc|nel|report-to|permissions-policy|referrer-policy|access-control-.*|cf-.*|x-(frame-options|content-type-options|xss-protection|powered-by|envoy-.*|amz-.*|cache.*|served-by|runtime))$/;
const MAX_HEADER_LENGTH = 4_096;

/**
 * Providers send paging, totals, limits and times in headers of any name. So every header that OMITTED_HEADERS does not match
 * is archived, unless its value is longer than MAX_HEADER_LENGTH.
 */
function archivedHeaders(headers: Readonly<Record<string, string>>, mask: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => !OMITTED_HEADERS.test(name) && value.length <= MAX_HEADER_LENGTH)
      .map(([name, value]) => [name, mask(value)]),
  );
}
