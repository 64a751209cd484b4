import type { OutboundRequest, SendRequest } from '../../../lib/http/outbound.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ArchiveKeys } from './archive_keys.ts';
import { archiveRequestOf, bodyContext, pageContext } from './archive_page.ts';
import type { ArchivedCall, ArchivedPage, ArchiveStore, StoredPage } from './archived_page.ts';

/** A `send` without a network: it returns the archived responses of the page. */
type ArchiveSource = { send: SendRequest; counts: { exact: number; byOrder: number } };

type ArchiveRequest = Pick<ArchivedCall, 'method' | 'url' | 'bodyHash'>;

/**
 * Answers requests from the archive and never makes a call. Each response is used once. A response to the identical
 * request is used first. A newer config may ask for other fields or another page size, so the next response with the
 * same method and path is used otherwise. Throws unprocessable when no response is archived.
 */
export function archiveSource(page: ArchivedPage, bodyOf: (address: string) => Promise<string>): ArchiveSource {
  const left = [...page.calls];
  const counts = { exact: 0, byOrder: 0 };

  function take(question: ArchiveRequest): ArchivedCall | undefined {
    const exact = left.findIndex((call) => isSame(call, question));
    const at = exact >= 0 ? exact : left.findIndex((call) => isSimilar(call, question));
    if (at < 0) return undefined;
    counts[exact >= 0 ? 'exact' : 'byOrder'] += 1;
    return left.splice(at, 1)[0];
  }

  async function send(request: OutboundRequest) {
    const question = archiveRequestOf(request, page.secretParams);
    const call = take(question);
    if (!call) throw notInArchive(question);
    if (call.address === null) throw tooLarge(question);
    return { status: call.status, headers: call.headers, text: await bodyOf(call.address) };
  }
  return { send, counts };
}

function isSame(one: ArchiveRequest, other: ArchiveRequest): boolean {
  return one.method === other.method && one.url === other.url && one.bodyHash === other.bodyHash;
}

function isSimilar(one: ArchiveRequest, other: ArchiveRequest): boolean {
  return one.method === other.method && bodyAddressOf(one) === bodyAddressOf(other);
}

function bodyAddressOf({ url }: ArchiveRequest): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function notInArchive(question: ArchiveRequest): Problem {
  return new Problem(
    'unprocessable',
    `The replay requests ${question.method} ${bodyAddressOf(question)}, which the original did not request.`,
  );
}

function tooLarge(question: ArchiveRequest): Problem {
  return new Problem(
    'unprocessable',
    `The response to ${question.method} ${bodyAddressOf(question)} was too large to archive.`,
  );
}

type Stores = { archive: ArchiveStore };

type Deps = { stores: Stores; keys: ArchiveKeys };

export type OpenedPage = { page: ArchivedPage; stored: StoredPage; bodyOf(address: string): Promise<string> };

type ArchiveOwner = { projectId: string; installationId: string };

/** Opens an archived page. Throws unprocessable when it is no longer archived, or its key was deleted. */
export function makeOpenArchivedPage({ stores, keys }: Deps) {
  return async function openArchivedPage(
    { projectId, installationId }: ArchiveOwner,
    of: string,
    pageSeq: number,
  ): Promise<OpenedPage> {
    const cipher = await keys.forReading({ projectId, installationId });
    if (!cipher) throw notArchived();
    const stored = await stores.archive.findPage(projectId, of, pageSeq);
    if (!stored) throw pageNotArchived(pageSeq);
    const text = await cipher.open(stored.sealed, pageContext({ projectId, id: of })).catch(underAnotherKey);
    return {
      page: JSON.parse(text) as ArchivedPage,
      stored,
      async bodyOf(address) {
        const content = await stores.archive.findBody({ projectId, installationId }, address);
        if (!content) throw pageNotArchived(pageSeq);
        return cipher.open(content, bodyContext({ projectId, installationId }, address)).catch(underAnotherKey);
      },
    };
  };
}

/** Decryption fails when the installation has a new key: pages that were encrypted with the previous key are lost. */
function underAnotherKey(): never {
  throw notArchived();
}

const NOT_ARCHIVED_REMEDY =
  'Pages are archived for CAUSEWAY_READS_PAGE_ARCHIVE_MS while the installation exists. Trigger a new read to fetch them again.';

export function notArchived(): Problem {
  return new Problem('unprocessable', 'The pages of this operation were not archived, or have expired.', {
    remedy: NOT_ARCHIVED_REMEDY,
  });
}

function pageNotArchived(pageSeq: number): Problem {
  return new Problem('unprocessable', `Page ${pageSeq} of the original is not archived any more.`, {
    remedy: NOT_ARCHIVED_REMEDY,
  });
}
