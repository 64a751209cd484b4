import type { JsonObject } from '../../../lib/json/json.ts';

/** A display name for a field name: `created_at` and `createdAt` become Created At, `$['owner']['name']` Owner Name. */
export function titleCase(name: string): string {
  const words = name
    .replace(/^\$|['[\]]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return title || name;
}

/** Finds a field by name. An exact match wins; otherwise case is ignored, because manifests differ in case. */
export function findField<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const lower = name.toLowerCase();
  const key = Object.keys(fields).find((one) => one.toLowerCase() === lower);
  return key === undefined ? undefined : fields[key];
}

/**
 * Fills a template and omits keys whose placeholder has no value. `used` collects the names of the template's
 * placeholders.
 */
export function fillTemplate(template: JsonObject, values: JsonObject, used = new Set<string>()): JsonObject {
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, part]) => {
      const name = typeof part === 'string' ? /^\{(\w+)\}$/.exec(part)?.[1] : undefined;
      if (name === undefined) return [[key, part]];
      used.add(name);
      const value = values[name];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
