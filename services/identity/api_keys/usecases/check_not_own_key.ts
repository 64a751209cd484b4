import { Problem } from '../../../../lib/problem/problem.ts';
import type { Call } from '../../../../lib/rpc/call.ts';

/** The actor name of an API key, sent with every call that it makes. */
export function principalOfKey(id: string): string {
  return `api-key:${id}`;
}

/** Throws conflict when a key would delete or deactivate itself: a mistake could not be undone with it. */
export function checkNotOwn({ principal }: Call, { id }: { id: string }): void {
  if (principal !== principalOfKey(id)) return;
  throw new Problem('conflict', 'An API key cannot take away its own access.', {
    remedy: 'Do it with another key that has the scope full, or as a builder.',
  });
}
