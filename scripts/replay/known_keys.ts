import { ProviderFailure } from '../../connectors/engine/answer/failure.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';
import type { ReadTarget } from '../../connectors/engine/read/read.ts';

/**
 * Whether the provider's file has a query key, as a fixed parameter, in a path or as a slot. What it has, it sends when it applies:
 * a time bound if the case names a time, the id of a parent if there is one. All keys count as known at a path that the
 * file does not declare: its request is written by whoever names the path.
 */
export function knownKeys({ provider, module, objectName }: ReadTarget): (key: string) => boolean {
  if (isUndeclared(provider, module, objectName)) return () => true;
  const keys = new Set<string>();
  const { reading, styles, objects, modules, auth } = provider;
  collect([reading, styles, objects, modules] as unknown[], keys);
  if (auth.type === 'apiKey' && auth.in === 'query') keys.add(auth.name);
  return (key) => keys.has(key);
}

function isUndeclared(provider: Provider, module: string | undefined, objectName: string): boolean {
  try {
    return findObject(provider, module, objectName).isUnknown === true;
  } catch (error) {
    if (error instanceof ProviderFailure) return true;
    throw error;
  }
}

/** Adds the keys of every `query`, of every path, and the `param` of every slot. */
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
