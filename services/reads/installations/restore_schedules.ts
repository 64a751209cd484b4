import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { InstallationClient } from '../installation.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';
import type { InstallationRef } from './sync_installation.ts';

type Deps = {
  stores: { schedules: ScheduleStore };
  installation: InstallationClient;
  followInstallation: (eventId: string, ref: InstallationRef) => Promise<void>;
  newId: NewId;
  log: Log;
};

/** The next look after all installations were seen. Ms. */
const PAUSE_MS = 24 * 3_600_000;

/**
 * Finds installations without schedules, and gives them theirs. There are some when the database of reads is new and
 * that of installations is not: it was damaged or deleted, and no event tells of these installations any more. An
 * installation that reads nothing is looked at each time, and stays without.
 *
 * A round takes one page of installations. After a failure the next round takes the same page. Any number of replicas
 * may do it.
 */
export function makeRestoreSchedules({ stores, installation, followInstallation, newId, log }: Deps) {
  let after = '';
  return async function restoreSchedules(stopping?: AbortSignal): Promise<boolean | number> {
    const page = await installation.listInstallations(after);
    const missing = await stores.schedules.notFollowed(page);
    for (const ref of missing) {
      if (stopping?.aborted) return false;
      await followInstallation(newId(), ref);
    }
    const restored = missing.length - (await stores.schedules.notFollowed(missing)).length;
    if (restored > 0) log.warn('schedules rebuilt from installations, everything is read again', { count: restored });
    after = page.at(-1)?.installationId ?? '';
    return after === '' ? PAUSE_MS : true;
  };
}
