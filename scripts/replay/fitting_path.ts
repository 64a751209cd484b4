import type { ObjectPlan } from '../../connectors/engine/file/object_plan.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';

/** The values of a connection's variables in a recorded path. */
export type Fit = { variables: Record<string, string> };

/**
 * Whether one of the recorded paths is the path of the object `object`, with any values for the variables in it. Then
 * the case reads the object by its name, because a path that all objects share does not identify one. A child object is
 * read only if the recording has the requests for its parents as well.
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
