import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';
import { newSecret, pageBox, type PageBox } from './page_box.ts';

type Deps = { stores: Stores; sealer: Sealer; clock: Clock; rules: Rules };
type Installation = { projectId: string; installationId: string };

/**
 * The secret of an installation's kept pages lies in one row, sealed under the deployment's keyring. Dropping the row
 * shreds all that is kept of it, however much that is. Writers remember it; readers ask each time.
 */
export type KeptKeys = {
  /** Makes the secret where there is none. */
  forWriting(installation: Installation): Promise<PageBox>;
  /** Null when nothing was kept, or it was forgotten. */
  forReading(installation: Installation): Promise<PageBox | null>;
};

const MAX_KNOWN = 10_000;

export function keptKeys({ stores, sealer, clock, rules }: Deps): KeptKeys {
  const known = new Map<string, Promise<PageBox>>();

  async function forReading(installation: Installation): Promise<PageBox | null> {
    const sealed = await stores.kept.findKey(installation);
    const secret = sealed === undefined ? null : opened(sealed, installation);
    return secret === null ? null : pageBox(secret, rules);
  }

  /** A key of the ring that was dropped takes with it what was kept; it does not keep anybody from reading on. */
  function opened(sealed: string, installation: Installation): string | null {
    try {
      return sealer.open(sealed, contextOf(installation));
    } catch {
      return null;
    }
  }

  /** Two that make it at once both use the one that was first. */
  async function make(installation: Installation): Promise<PageBox> {
    const found = await forReading(installation);
    if (found) return found;
    const sealed = sealer.seal(newSecret(), contextOf(installation));
    if (await stores.kept.findKey(installation)) await stores.kept.dropKey(installation); // nobody can open it
    await stores.kept.addKey({ ...installation, sealed, createTime: clock.now() });
    const made = await forReading(installation);
    if (!made) throw new Error('The key of kept pages has no row after it was made.');
    return made;
  }

  return {
    forReading,
    forWriting({ projectId, installationId }) {
      const box = known.get(installationId) ?? make({ projectId, installationId });
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(installationId, box);
      box.catch(() => known.delete(installationId));
      return box;
    },
  };
}

function contextOf({ projectId, installationId }: Installation): string {
  return `kept_keys|${projectId}|${installationId}|sealed`;
}
