import { type Issue, Problem } from '../../lib/problem/problem.ts';

type MaskedRequest = {
  updateMask: readonly string[];
  given: Record<string, unknown>;
  allowed: readonly string[];
  of: string;
};

/**
 * Returns the fields that a PATCH changes. `of`: the key of the body with the new values. Throws invalidArgument for an
 * unknown mask and for a mask without a value. Values without a mask are ignored.
 */
export function maskedFields({ updateMask, given, allowed, of }: MaskedRequest): string[] {
  const unknown = updateMask.flatMap((mask, i) => (allowed.includes(mask) ? [] : [unknownMask(i, mask)]));
  if (unknown.length > 0)
    throw new Problem('invalidArgument', 'The update mask names a field that can not be changed.', {
      issues: unknown,
      remedy: `Use these masks: ${allowed.join(', ')}.`,
    });
  const empty = updateMask.filter((mask) => hasNoValue(given[mask]));
  if (empty.length > 0)
    throw new Problem('invalidArgument', 'The update mask names a field that has no value.', {
      issues: empty.map((mask) => ({ in: 'body', name: `${of}.${mask}`, detail: 'is required by the update mask' })),
      remedy: 'Send a value for each mask, or leave the mask out.',
    });
  return [...new Set(updateMask)];
}

function unknownMask(i: number, mask: string): Issue {
  return { in: 'body', name: `updateMask[${i}]`, detail: 'is not a mask of this resource', value: mask.slice(0, 191) };
}

function hasNoValue(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
