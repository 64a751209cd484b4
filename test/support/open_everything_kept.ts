import type { KeptPage } from '../../services/reads/domain/kept_page.ts';
import { createSealer } from '../../lib/crypto/sealer.ts';
import { bodyContext, pageContext } from '../../services/reads/usecases/keep_page.ts';
import { keptKeys } from '../../services/reads/usecases/kept_keys.ts';
import type { ReadsFixture } from './reads_fixture.ts';

/** All that is kept of an installation, opened with the keys that the platform has: pages and bodies, one text each. */
export async function openEverythingKept(
  { db, deps }: ReadsFixture,
  { projectId, installationId }: { projectId: string; installationId: string },
): Promise<string[]> {
  const keys = keptKeys({ ...deps, sealer: createSealer(deps.config.keyring) });
  const box = await keys.forReading({ projectId, installationId });
  if (!box) return [];
  const pages: { operation_id: string; sealed: Uint8Array }[] = await db('kept_pages')
    .where({ project_id: projectId })
    .select('operation_id', 'sealed');
  const opened = await Promise.all(
    pages.map(({ operation_id: id, sealed }) => box.open(sealed, pageContext({ projectId, id }))),
  );
  const addresses = opened.flatMap((text) => (JSON.parse(text) as KeptPage).calls.map(({ address }) => address));
  const bodies = await Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const content = address && (await deps.stores.kept.findBody({ projectId, installationId }, address));
      return content ? box.open(content, bodyContext({ projectId, installationId }, String(address))) : '';
    }),
  );
  return [...opened, ...bodies];
}
