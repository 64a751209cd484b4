import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { ArchiveStore } from '../domain/archive_store.ts';
import type { ObjectKey } from '../../domain/object_key.ts';
import { newSecret, pageCipher, type PageCipher } from './page_cipher.ts';

type Stores = { schedules: ScheduleStore; archive: ArchiveStore };

type Deps = { stores: Transacting<Stores>; sealer: Sealer; clock: Clock };
type Installation = { projectId: string; installationId: string };

/**
 * The archive key of an installation is in one row, encrypted with the deployment's keyring. Deleting the row erases
 * the whole archive of the installation, whatever its size. Writers cache the key; readers load it each time.
 */
export type ArchiveKeys = {
  /** Creates the key if there is none. `object`: the object of the installation that is being read. */
  forWriting(object: ObjectKey): Promise<PageCipher>;
  /** Null when nothing was archived, or the key was deleted. */
  forReading(installation: Installation): Promise<PageCipher | null>;
};

const MAX_KNOWN = 10_000;

export function archiveKeys({ stores, sealer, clock }: Deps): ArchiveKeys {
  const known = new Map<string, Promise<PageCipher>>();

  async function forReading(installation: Installation): Promise<PageCipher | null> {
    const sealed = await stores.archive.findKey(installation);
    const secret = sealed === undefined ? null : opened(sealed, installation);
    return secret === null ? null : pageCipher(secret);
  }

  /** When a key was removed from the keyring, what it encrypted is lost, but reads continue. */
  function opened(sealed: string, installation: Installation): string | null {
    try {
      return sealer.open(sealed, contextOf(installation));
    } catch {
      return null;
    }
  }

  /**
   * Concurrent writers both use the key that was stored first. It is created under the object's lock, which the
   * deletion of the installation takes too: so no key remains for a deleted installation, whose pages are no longer
   * committed.
   */
  async function make({ objectName, ...installation }: ObjectKey): Promise<PageCipher> {
    const found = await forReading(installation);
    if (found) return found;
    const secret = newSecret();
    const sealed = sealer.seal(secret, contextOf(installation));
    const isThere = await stores.transaction(async (s) => {
      if (!(await s.schedules.lock({ ...installation, objectName }))) return false;
      const other = await s.archive.findKey(installation);
      if (other !== undefined && opened(other, installation) === null) await s.archive.dropKey(installation);
      await s.archive.addKey({ ...installation, sealed, createTime: clock.now() });
      return true;
    });
    return (isThere && (await forReading(installation))) || pageCipher(secret);
  }

  return {
    forReading,
    forWriting({ projectId, installationId, objectName }) {
      const cipher = known.get(installationId) ?? make({ projectId, installationId, objectName });
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(installationId, cipher);
      cipher.catch(() => known.delete(installationId));
      return cipher;
    },
  };
}

function contextOf({ projectId, installationId }: Installation): string {
  return `kept_keys|${projectId}|${installationId}|sealed`;
}
