import { createSealer } from '../../lib/crypto/sealer.ts';
import { archiveKeys } from '../../services/reads/archive/archive_keys.ts';
import { bodyContext, pageContext } from '../../services/reads/archive/archive_page.ts';
import type { ArchivedPage } from '../../services/reads/archive/archived_page.ts';
import type { ReadsFixture } from '../../testbed/reads_fixture.ts';

/** Decrypts all archived pages and bodies of an installation with the platform's keys; returns each as a text. */
export async function openEverythingArchived(
  { db, deps }: ReadsFixture,
  { projectId, installationId }: { projectId: string; installationId: string },
): Promise<string[]> {
  const keys = archiveKeys({ ...deps, sealer: createSealer(deps.config.keyring) });
  const box = await keys.forReading({ projectId, installationId });
  if (!box) return [];
  const pages: { operation_id: string; sealed: Uint8Array }[] = await db('kept_pages')
    .where({ project_id: projectId })
    .select('operation_id', 'sealed');
  const opened = await Promise.all(
    pages.map(({ operation_id: id, sealed }) => box.open(sealed, pageContext({ projectId, id }))),
  );
  const addresses = opened.flatMap((text) => (JSON.parse(text) as ArchivedPage).calls.map(({ address }) => address));
  const bodies = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const content = address && (await deps.stores.archive.findBody({ projectId, installationId }, address));
      return content ? box.open(content, bodyContext({ projectId, installationId }, String(address))) : '';
    }),
  );
  return [...opened, ...bodies];
}
