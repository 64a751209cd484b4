import { Problem } from '../../../../lib/problem/problem.ts';

/** The revisions that the caller has seen: name of the integration → id; '' for an integration that must be new. */
export type Expected = Record<string, string>;

/**
 * Compares the latest revisions with those that the caller's diff was made against. The caller has locked `known`. Throws
 * conflict.
 */
export function checkExpected(expected: Expected, known: readonly { name: string; revisionId: string }[]): void {
  const latest = new Map(known.map(({ name, revisionId }) => [name, revisionId]));
  const moved = Object.entries(expected).filter(([name, id]) => (latest.get(name) ?? '') !== id);
  if (moved.length === 0) return;
  const names = moved.map(([name]) => name).join(', ');
  throw new Problem('conflict', `Another deploy changed ${names} since the expected revision; nothing was changed.`, {
    issues: moved.map(([name, id]) => ({
      in: 'body',
      name: `expectedRevisionIds.${name}`,
      detail: `is ${id || 'empty'}, but the latest revision is ${latest.get(name) ?? 'missing'}`,
    })),
    remedy: 'Make the diff again, and deploy with the revisions that it names.',
  });
}
