import type { JsonObject } from '../../lib/json/json.ts';
import { Problem } from '../../lib/problem/problem.ts';

/**
 * Selects the values that the update mask names; other values are ignored. Throws invalidArgument for an unknown name
 * (the remedy lists the known names) and unprocessable for a name without a value.
 */
export function maskedChange(mask: string[], values: JsonObject, allowed: readonly string[]): JsonObject {
  const unknown = mask.find((path) => !allowed.includes(path));
  if (unknown !== undefined || mask.length === 0) throw badMask(allowed);
  const missing = mask.find((path) => values[path] === undefined);
  if (missing !== undefined) throw noValue(missing);
  return Object.fromEntries(mask.map((path) => [path, values[path]])) as JsonObject;
}

function badMask(allowed: readonly string[]): Problem {
  const detail = `may only name ${allowed.join(', ')}`;
  return new Problem('invalidArgument', `The update mask ${detail}.`, {
    issues: [{ in: 'body', name: 'updateMask', detail }],
    remedy: `Name at least one of ${allowed.join(', ')} in updateMask.`,
  });
}

function noValue(path: string): Problem {
  const detail = `names ${path}, and the body has no value for it`;
  return new Problem('unprocessable', `The update mask ${detail}.`, {
    issues: [{ in: 'body', name: path, detail: 'is required, because the update mask names it' }],
    remedy: `Send a value for ${path}, or leave it out of updateMask.`,
  });
}
