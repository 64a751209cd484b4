import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { CallAuth, InstallationClient } from '../domain/installation.ts';
import type { ReadPlan } from '../domain/read_plan.ts';
import { sayInstallationGone } from './installation_gone.ts';

type Deps = { installation: InstallationClient; clock: Clock };
type Entry = { auth: Promise<CallAuth>; until: number };

/** Asked for again this long before it expires, so that no call is under way with a token that just did. */
const MARGIN_MILLIS = 60_000;
/** Also the longest that a replaced credential is used on, should the word of its replacement be lost. */
const LONGEST_MILLIS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

/** Credentials in memory until shortly before they expire; asked for once, however many reads want them. */
export type CallAuthCache = {
  get(plan: ReadPlan): Promise<CallAuth>;
  /** The provider said 401: reports it, once a generation, and gets what comes instead. */
  reject(plan: ReadPlan, auth: CallAuth): Promise<void>;
  /** Somebody's credentials were replaced: all are asked for again when next needed. */
  clear(): void;
};

/** The installation service knows that the provider refuses them: the same to a read as if it had heard so itself. */
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
    if (entries.get(plan.connectionId) !== entry) return; // another read was quicker
    // Put in place at once, so that nobody is handed the rejected one while its successor is made.
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
    const entry: Entry = { auth, until: clock.now() + LONGEST_MILLIS };
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(connectionId, entry);
    auth.then(
      ({ expireTime }) => {
        if (expireTime > 0) entry.until = Math.min(entry.until, expireTime - MARGIN_MILLIS);
      },
      () => {
        if (entries.get(connectionId) === entry) entries.delete(connectionId);
      },
    );
    return auth;
  }

  return { get, reject, clear: () => entries.clear() };
}
