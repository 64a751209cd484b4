import type { Clock } from '../../../lib/time/clock.ts';
import type { CallAuth, InstallationClient } from '../domain/installation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';

type Deps = { installation: InstallationClient; clock: Clock };
type Entry = { auth: Promise<CallAuth>; until: number };

/** Asked for again this long before it expires, so that no call is under way with a token that just did. */
const MARGIN_MILLIS = 60_000;
/** Also what a credential without an expiry is trusted for: it may have been replaced by its owner. */
const LONGEST_MILLIS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

/** Credentials in memory until shortly before they expire; asked for once, however many reads want them. */
export type CallAuthCache = {
  get(plan: ReadPlan): Promise<CallAuth>;
  /** The provider said 401: reports it, once a generation, and forgets what was rejected. */
  reject(plan: ReadPlan, auth: CallAuth): Promise<void>;
};

export function createCallAuthCache({ installation, clock }: Deps): CallAuthCache {
  const entries = new Map<string, Entry>();

  function get({ projectId, connectionId }: ReadPlan): Promise<CallAuth> {
    const known = entries.get(connectionId);
    if (known && known.until > clock.now()) return known.auth;
    const entry: Entry = { auth: installation.getCallAuth(projectId, connectionId), until: clock.now() + LONGEST_MILLIS };
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(connectionId, entry);
    const forget = () => {
      if (entries.get(connectionId) === entry) entries.delete(connectionId);
    };
    entry.auth.then(({ expireTime }) => {
      if (expireTime > 0) entry.until = Math.min(entry.until, expireTime - MARGIN_MILLIS);
    }, forget);
    return entry.auth;
  }

  return {
    get,
    async reject(plan, auth) {
      const known = await entries.get(plan.connectionId)?.auth.catch(() => undefined);
      if (known && known.generation !== auth.generation) return;
      entries.delete(plan.connectionId);
      await installation.reportRejected(plan.projectId, plan.connectionId, auth.generation);
    },
  };
}
