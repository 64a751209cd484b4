import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ObjectKey, Stores } from '../domain/stores.ts';
import { newSecret, pageBox, type PageBox } from './page_box.ts';

type Deps = { stores: Stores; sealer: Sealer; clock: Clock; rules: Rules };
type Installation = { projectId: string; installationId: string };

/**
 * The secret of an installation's kept pages lies in one row, sealed under the deployment's keyring. Dropping the row
 * shreds all that is kept of it, however much that is. Writers remember it; readers ask each time.
 */
export type KeptKeys = {
  /** Makes the secret where there is none. `object`: of the installation, the one that is read. */
  forWriting(object: ObjectKey): Promise<PageBox>;
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

  /**
   * Two that make it at once both use the one that was first. It is made under the object's lock, which whoever forgets the
   * installation takes too: of one that is gone no key comes to lie here for ever. Its pages are not committed any more.
   */
  async function make({ objectName, ...installation }: ObjectKey): Promise<PageBox> {
    const found = await forReading(installation);
    if (found) return found;
    const secret = newSecret();
    const sealed = sealer.seal(secret, contextOf(installation));
    const isThere = await stores.transaction(async (s) => {
      if (!(await s.schedules.lock({ ...installation, objectName }))) return false;
      const other = await s.kept.findKey(installation);
      if (other !== undefined && opened(other, installation) === null) await s.kept.dropKey(installation);
      await s.kept.addKey({ ...installation, sealed, createTime: clock.now() });
      return true;
    });
    return (isThere && (await forReading(installation))) || pageBox(secret, rules);
  }

  return {
    forReading,
    forWriting({ projectId, installationId, objectName }) {
      const box = known.get(installationId) ?? make({ projectId, installationId, objectName });
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
