import { ApiProblem, noAnswer, problemOf } from './api_problem.ts';
import { BASE } from './page_settings.ts';

/** The timeout of a session request in milliseconds. */
const MAX_WAIT_MS = 30_000;

/** Sends a POST that only our own pages may send; the browser adds the session cookie. Throws ApiProblem. */
export async function postSession<T>(path: string, body: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(MAX_WAIT_MS),
  }).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) throw await problemOf(response);
  if (response.status === 204) return undefined as T;
  // The server may stop in the middle of its answer.
  return response.json().catch(() => {
    throw noAnswer();
  });
}

/** Returns current credentials. `forget`: the server refused these credentials, so the next call fetches new ones. */
export type Refreshed<T> = (() => Promise<T>) & { forget(refused: T): void };

/** Holds credentials in memory and fetches new ones a minute before they expire. Concurrent callers share one fetch. */
export function refreshed<T extends { expiresAt: string }>(fetchNew: () => Promise<T>): Refreshed<T> {
  let held: T | null = null;
  let asking: Promise<T> | null = null;
  const current = async () => {
    if (held && Date.parse(held.expiresAt) - Date.now() > 60_000) return held;
    asking ??= fetchNew().finally(() => {
      asking = null;
    });
    held = await asking;
    return held;
  };
  const forget = (refused: T) => {
    if (held === refused) held = null;
  };
  return Object.assign(current, { forget });
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}
