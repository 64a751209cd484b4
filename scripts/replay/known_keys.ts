import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import type { ObjectPlan } from '../../connectors/engine/file/object_plan.ts';
import type { Provider, ReadSpec } from '../../connectors/engine/file/provider.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';
import type { ReadTarget } from '../../connectors/engine/read/read.ts';

/**
 * Returns a function that says whether the provider file has a query key for the object, its parents or its parts: as a
 * fixed parameter, in a path or as a slot. The engine sends a known key only when it applies: a time bound if the read
 * has one, a parent's id if there is a parent. For a path that the file does not declare, all keys are known, because
 * the caller writes the request.
 */
export function knownKeys({ provider, module, objectName }: ReadTarget): (key: string) => boolean {
  const plan = planOf(provider, module, objectName);
  if (!plan || plan.isUnknown) return () => true;
  const keys = new Set<string>();
  const { auth } = provider;
  if (auth.type === 'apiKey' && auth.in === 'query') keys.add(auth.name);
  for (const spec of specsOf(provider, module, plan)) collect(spec, keys);
  return (key) => keys.has(key);
}

/** The specs of an object, its parents and its parts. A literal path may have fewer keys than its object. */
function specsOf(provider: Provider, module: string | undefined, { name, spec }: ObjectPlan, depth = 0): ReadSpec[] {
  const own = planOf(provider, module, name)?.spec;
  const others = [own?.each, spec.each, ...(own?.parts ?? []), ...(spec.parts ?? [])];
  const plans = others.map((other) => (typeof other === 'string' ? planOf(provider, module, other) : null));
  const below = depth < 4 ? plans.flatMap((plan) => (plan ? specsOf(provider, module, plan, depth + 1) : [])) : [];
  return [spec, ...(own ? [own] : []), ...below];
}

function planOf(provider: Provider, module: string | undefined, objectName: string): ObjectPlan | null {
  try {
    return findObject(provider, module, objectName);
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

/** Adds the keys of every `query` and of every path, and the `param` of every slot. */
function collect(part: unknown, keys: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'path' && typeof value === 'string')
      for (const key of new URLSearchParams(value.split('?')[1] ?? '').keys()) keys.add(key);
    if (name === 'param' && typeof value === 'string') keys.add(value);
    if (name === 'query' && typeof value === 'object' && value !== null)
      for (const key of Object.keys(value)) keys.add(key);
    collect(value, keys);
  }
}
