import { ProviderFailure } from '../../../../connectors/engine/answer/failure.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { CallAuth, InstallationClient } from '../../domain/installation.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import { sayInstallationGone } from '../../domain/installation_gone.ts';

type Deps = { installation: InstallationClient; clock: Clock };
type Entry = { auth: Promise<CallAuth>; until: number };

/** Credentials are fetched again this long before they expire, so that they do not expire during a call. */
const MARGIN_MS = 60_000;
/**
 * Max age of an entry. It also bounds how long replaced credentials are used if the event of their replacement is lost.
 */
const LONGEST_MS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

/** Caches credentials in memory until shortly before they expire. Concurrent reads share one request. */
export type CallAuthCache = {
  get(plan: ReadPlan): Promise<CallAuth>;
  /**
   * After a 401: reports the rejected generation once, and fetches its replacement. Throws what the installation
   * service throws.
   */
  reject(plan: ReadPlan, auth: CallAuth): Promise<void>;
  /** Drops all entries after some credentials were replaced. */
  clear(): void;
};

/**
 * The installation service has recorded that the provider refuses these credentials. Throws the same ProviderFailure as
 * a new refusal, so a read handles both alike.
 */
function sayRefused(error: unknown): never {
  if (error instanceof Problem && error.kind === 'unprocessable')
    throw new ProviderFailure('credentials', error.detail, { cause: error });
  throw error;
}

export function createCallAuthCache({ installation, clock }: Deps): CallAuthCache {
  const entries = new Map<string, Entry>();

  function get(plan: ReadPlan): Promise<CallAuth> {
    const known = entries.get(plan.connectionId);
    return known && known.until > clock.now() ? known.auth : keep(plan, ask(plan));
  }

  async function reject(plan: ReadPlan, { generation }: CallAuth): Promise<void> {
    const entry = entries.get(plan.connectionId);
    const known = await entry?.auth.catch(() => undefined);
    if (known && known.generation !== generation) return;
    if (entries.get(plan.connectionId) !== entry) return; // another read has replaced it
    // Replaced at once, so that no read gets the rejected credentials meanwhile.
    await keep(
      plan,
      report(plan, generation).then(() => ask(plan)),
    );
  }

  function ask({ projectId, connectionId }: ReadPlan): Promise<CallAuth> {
    return installation.getCallAuth(projectId, connectionId).catch(sayRefused).catch(sayInstallationGone);
  }

  function report({ projectId, connectionId }: ReadPlan, generation: number): Promise<void> {
    return installation.reportRejected(projectId, connectionId, generation);
  }

  function keep({ connectionId }: ReadPlan, auth: Promise<CallAuth>): Promise<CallAuth> {
    const entry: Entry = { auth, until: clock.now() + LONGEST_MS };
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(connectionId, entry);
    auth.then(
      ({ expireTime }) => {
        if (expireTime > 0) entry.until = Math.min(entry.until, expireTime - MARGIN_MS);
      },
      () => {
        if (entries.get(connectionId) === entry) entries.delete(connectionId);
      },
    );
    return auth;
  }

  return { get, reject, clear: () => entries.clear() };
}
