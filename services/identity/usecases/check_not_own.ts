import { Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';

/** The name under which a key acts; what travels with every call it makes. */
export function principalOfKey(id: string): string {
  return `api-key:${id}`;
}

/** A key may not saw off the branch it sits on: whoever did it by mistake could not undo it. */
export function checkNotOwn({ principal }: Call, { id }: { id: string }): void {
  if (principal !== principalOfKey(id)) return;
  throw new Problem('conflict', 'An API key cannot take away its own access.', {
    remedy: 'Do it with another key that has the scope full, or as a builder.',
  });
}
