import type { ObjectPlan } from '../../connectors/engine/file/object_plan.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';

/** The variables of a connection, extracted from a recorded path. */
export type Fit = { variables: Record<string, string> };

/**
 * Whether an object of that name is read at one of the recorded paths, with any values for the variables in the file's
 * path. If so, the object is requested by its name: if all objects share one path, the path does not identify the
 * object. An object below another object's records is read as a whole only if those were recorded as well.
 */
export function fitOf(
  provider: Provider,
  module: string | undefined,
  object: string,
  paths: readonly string[],
): Fit | null {
  const plan = planOf(provider, module, object);
  const parent = plan?.spec.each;
  if (typeof parent === 'string' && !fitOf(provider, module, parent, paths)) return null;
  for (const spec of plan ? [plan.spec, { ...plan.spec, ...plan.spec.whole }] : []) {
    const pattern = patternOf(
      (spec.baseURL ?? provider.reading?.baseURL ?? provider.baseURL) + spec.path,
      plan?.name ?? '',
    );
    const match = paths.map((path) => pattern.exec(path)).find((found) => found !== null);
    if (match) return { variables: decoded(match.groups ?? {}) };
  }
  return null;
}

function planOf(provider: Provider, module: string | undefined, object: string): ObjectPlan | null {
  try {
    return findObject(provider, module, object);
  } catch {
    return null;
  }
}

function patternOf(url: string, name: string): RegExp {
  const seen = new Set<string>();
  const text = url
    .replace(/^(https?:\/\/[^/]*|\{\{[^}]*\}\})/, '')
    .replace(/\?.*$/, '')
    .replace(/\{object\}/g, () => name)
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{\{\\\.(\w+)\}\}/g, (_all, variable: string) => {
      if (seen.has(variable)) return '[^/]+';
      seen.add(variable);
      return `(?<${variable}>[^/]+)`;
    })
    .replace(/\{parent\\\.[^}]*\}/g, '.+');
  return new RegExp(`^${text}$`);
}

function decoded(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}
