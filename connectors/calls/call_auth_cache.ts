import type { Clock } from '../../lib/time/clock.ts';
import type { AccountKey, CallAuth, CredentialSource } from './credentials.ts';

type Deps<Auth extends CallAuth> = { source: CredentialSource<Auth>; clock: Clock };
type Entry<Auth> = { auth: Promise<Auth>; version: string; until: number };

/** Credentials are fetched again this long before they expire, so that they do not expire during a call. */
const MARGIN_MS = 60_000;
/**
 * The max age of an entry. If the event of a replacement is lost, replaced credentials are used for at most this long.
 */
const MAX_AGE_MS = 5 * 60_000;
const MAX_ENTRIES = 10_000;

/** Caches credentials in memory until shortly before they expire. Concurrent reads share one request. */
export type CallAuthCache<Auth extends CallAuth = CallAuth> = {
  /**
   * `version`: the version of the current credentials, if the caller knows it. A cached entry of another version is not
   * used. If `version` is '', the cache is not used.
   */
  get(of: AccountKey, version?: string): Promise<Auth>;
  /**
   * After a 401: reports the rejected generation once, and fetches its replacement. Throws the errors of the source.
   */
  reject(of: AccountKey, auth: Auth): Promise<void>;
  /** Drops all entries. Called when credentials were replaced. */
  clear(): void;
};

export function createCallAuthCache<Auth extends CallAuth>({ source, clock }: Deps<Auth>): CallAuthCache<Auth> {
  const entries = new Map<string, Entry<Auth>>();

  function get(of: AccountKey, version?: string): Promise<Auth> {
    const known = entries.get(of.connectionId);
    const isCurrent = version === undefined || (version !== '' && version === known?.version);
    return known && isCurrent && known.until > clock.now() ? known.auth : keep(of, source.get(of), version);
  }

  async function reject(of: AccountKey, { generation }: Auth): Promise<void> {
    const entry = entries.get(of.connectionId);
    const known = await entry?.auth.catch(() => undefined);
    if (known && known.generation !== generation) return;
    if (entries.get(of.connectionId) !== entry) return; // Another read has replaced the entry.
    // The entry is replaced at once, so that no read gets the rejected credentials in the meantime.
    await keep(
      of,
      source.reportRejected(of, generation).then(() => source.get(of)),
    );
  }

  function keep({ connectionId }: AccountKey, auth: Promise<Auth>, version = ''): Promise<Auth> {
    const entry: Entry<Auth> = { auth, version, until: clock.now() + MAX_AGE_MS };
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
