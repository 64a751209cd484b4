import { ApiProblem, noAnswer, problemOf } from './api_problem.ts';
import { BASE } from './page_settings.ts';

/** A POST that our own pages alone may send; the browser adds the cookie. Throws ApiProblem. */
export async function postSession<T>(path: string, body: Record<string, unknown> = {}): Promise<T> {
  const response = await fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
  }).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/**
 * Credentials that are held in memory and fetched again a minute before they expire. Callers that ask at the same time
 * share one fetch.
 */
export function refreshed<T extends { expiresAt: string }>(fetchNew: () => Promise<T>): () => Promise<T> {
  let held: T | null = null;
  let asking: Promise<T> | null = null;
  return async () => {
    if (held && Date.parse(held.expiresAt) - Date.now() > 60_000) return held;
    asking ??= fetchNew().finally(() => {
      asking = null;
    });
    held = await asking;
    return held;
  };
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}
