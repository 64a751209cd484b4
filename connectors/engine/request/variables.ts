import type { Provider } from '../file/provider.ts';
import type { Variables } from './template.ts';

/** Variables of the connection, merged over the defaults and constants of the provider file. */
export function withDefaults({ variables: declared = [], constants }: Provider, given: Variables = {}): Variables {
  const defaults = declared.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]));
  return { ...constants, ...Object.fromEntries(defaults), ...given };
}
