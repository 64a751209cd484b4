import { findObject, type ObjectPlan } from '../../connectors/engine/objects/objects.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';

/** The variables of a connection as a recorded path shows them. */
export type Fit = { variables: Record<string, string> };

/**
 * Whether an object of that name is read at one of the recorded paths, the variables of the file's path being whatever
 * stands there. Then the object is asked for by its name: where all objects lie at one path, a path says nothing. What
 * lies below another object's records is read as a whole only where those were recorded as well.
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
