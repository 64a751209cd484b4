import { Problem } from '../../../lib/problem/problem.ts';

/**
 * Selects the values that the update mask names; other values are ignored. Throws invalidArgument for an unknown entry
 * and for an entry without a value (empty text).
 */
export function maskedValues<Key extends string>(
  resource: string,
  updateMask: readonly string[],
  given: Record<Key, string>,
): Partial<Record<Key, string>> {
  const allowed = Object.keys(given) as Key[];
  const unknown = updateMask.find((entry) => !allowed.includes(entry as Key));
  if (unknown !== undefined)
    throw new Problem('invalidArgument', `${unknown} can't be updated.`, {
      issues: [{ in: 'body', name: 'updateMask', detail: `must hold ${allowed.join(' or ')}`, value: unknown }],
      remedy: `Use ${allowed.join(' or ')} in updateMask.`,
    });
  const missing = allowed.find((key) => updateMask.includes(key) && given[key] === '');
  if (missing !== undefined)
    throw new Problem('invalidArgument', `updateMask names ${missing}, and ${resource} has no ${missing}.`, {
      issues: [{ in: 'body', name: `${resource}.${missing}`, detail: 'is required by updateMask' }],
    });
  const named = allowed.filter((key) => updateMask.includes(key));
  return Object.fromEntries(named.map((key) => [key, given[key]])) as Partial<Record<Key, string>>;
}
