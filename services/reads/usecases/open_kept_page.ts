import type { KeptPage, StoredPage } from '../domain/kept_page.ts';
import type { Stores } from '../domain/stores.ts';
import { bodyContext, pageContext } from './keep_page.ts';
import type { KeptKeys } from './kept_keys.ts';
import { nothingKept, pageGone } from './nothing_kept.ts';

type Deps = { stores: Stores; keys: KeptKeys };

export type OpenedPage = { page: KeptPage; stored: StoredPage; bodyOf(address: string): Promise<string> };
export type OpenKeptPage = ReturnType<typeof makeOpenKeptPage>;

type Owner = { projectId: string; installationId: string };

/** A page of an operation. Problems: unprocessable when it is not kept any more, or sealed under a key that is gone. */
export function makeOpenKeptPage({ stores, keys }: Deps) {
  return async function openKeptPage(
    { projectId, installationId }: Owner,
    of: string,
    pageSeq: number,
  ): Promise<OpenedPage> {
    const box = await keys.forReading({ projectId, installationId });
    if (!box) throw nothingKept();
    const stored = await stores.kept.findPage(projectId, of, pageSeq);
    if (!stored) throw pageGone(pageSeq);
    const text = await box.open(stored.sealed, pageContext({ projectId, id: of })).catch(underAnotherKey);
    return {
      page: JSON.parse(text) as KeptPage,
      stored,
      async bodyOf(address) {
        const content = await stores.kept.findBody({ projectId, installationId }, address);
        if (!content) throw pageGone(pageSeq);
        return box.open(content, bodyContext({ projectId, installationId }, address)).catch(underAnotherKey);
      },
    };
  };
}

/** The installation's key was made anew since: nobody can open what was kept before. */
function underAnotherKey(): never {
  throw nothingKept();
}
