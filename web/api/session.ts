import { ApiProblem, noAnswer, problemOf } from './api_problem.ts';
import { BASE } from './page_settings.ts';

/** Ms. */
const MAX_WAIT_MS = 30_000;

/** A POST that our own pages alone may send; the browser adds the cookie. Throws ApiProblem. */
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
  // The server may end while it answers.
  return response.json().catch(() => {
    throw noAnswer();
  });
}

/** `forget`: the server no longer accepts them, so the next caller fetches others. */
export type Refreshed<T> = (() => Promise<T>) & { forget(refused: T): void };

/**
 * Credentials that are held in memory and fetched again a minute before they expire. Callers that ask at the same time
 * share one fetch.
 */
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
