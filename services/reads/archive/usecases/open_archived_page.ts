import type { ArchivedPage, StoredPage } from '../domain/archived_page.ts';
import type { ArchiveStore } from '../domain/archive_store.ts';
import { bodyContext, pageContext } from './archive_page.ts';
import type { ArchiveKeys } from './archive_keys.ts';
import { notArchived, pageNotArchived } from './not_archived.ts';

type Stores = { archive: ArchiveStore };

type Deps = { stores: Stores; keys: ArchiveKeys };

export type OpenedPage = { page: ArchivedPage; stored: StoredPage; bodyOf(address: string): Promise<string> };

type Owner = { projectId: string; installationId: string };

/** Opens an archived page. Throws unprocessable when it is no longer archived, or its key was deleted. */
export function makeOpenArchivedPage({ stores, keys }: Deps) {
  return async function openArchivedPage(
    { projectId, installationId }: Owner,
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

/** The installation has a new key, and older pages cannot be decrypted. */
function underAnotherKey(): never {
  throw notArchived();
}
