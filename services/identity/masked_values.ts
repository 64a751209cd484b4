import { Problem } from '../../lib/problem/problem.ts';

/**
 * Selects the values that the update mask names; other values are ignored. Throws invalidArgument for an unknown mask
 * entry, and for an entry whose value is an empty text.
 */
export function maskedValues<Given extends Record<string, unknown>>(
  resource: string,
  updateMask: readonly string[],
  given: Given,
): Partial<Given> {
  const allowed = Object.keys(given);
  const unknown = updateMask.find((entry) => !allowed.includes(entry));
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
  return Object.fromEntries(named.map((key) => [key, given[key]])) as Partial<Given>;
}
