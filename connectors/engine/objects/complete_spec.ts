import type { Module, ObjectSpec, Provider, ReadSpec, ReadStyle } from '../file/provider.ts';
import { escapePath } from '../request/escape_path.ts';

export function toStyle(entry: string | ObjectSpec): ObjectSpec {
  return typeof entry === 'string' ? { style: entry } : entry;
}

/**
 * The complete spec of an object. Layers override each other in this order: object, its style, that style's style,
 * module, provider.
 */
export function completeSpec(provider: Provider, style: ReadStyle, module?: Partial<Module>): ReadSpec {
  const { baseURL: _base, ...general } = provider.reading ?? {};
  const layers: ReadStyle[] = [style];
  for (let name = style.style; name && layers.length < 8; name = layers.at(-1)?.style)
    layers.push(provider.styles?.[name] ?? {});
  const metadata: ReadStyle = provider.metadata ? { metadata: provider.metadata } : {};
  // The provider's `reading.baseURL` overrides the base URL of the module.
  const base: ReadStyle = module?.baseURL && !provider.reading?.baseURL ? { baseURL: module.baseURL } : {};
  return [metadata, base, general as ReadStyle, (module?.reading ?? {}) as ReadStyle, ...layers.reverse()].reduce(
    overlay,
    {},
  ) as ReadSpec;
}

/** Query, headers, fields, metadata and narrowed are merged key by key; every other key is replaced. */
function overlay(below: ReadStyle, above: ReadStyle): ReadStyle {
  return {
    ...below,
    ...above,
    ...((below.query ?? above.query) && { query: { ...below.query, ...above.query } }),
    ...((below.fields ?? above.fields) && { fields: { ...below.fields, ...above.fields } }),
    ...((below.metadata ?? above.metadata) && { metadata: { ...below.metadata, ...above.metadata } }),
    ...((below.narrowed ?? above.narrowed) && { narrowed: { ...below.narrowed, ...above.narrowed } }),
    ...((below.headers ?? above.headers) && { headers: { ...below.headers, ...above.headers } }),
  };
}

/** Fills the `{part}` placeholders of an object family in the path, the query and the metadata path. */
export function filled(spec: ReadSpec, params: Record<string, string>): ReadSpec {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (all, name: string) => params[name] ?? all);
  const fillPath = (text: string) =>
    text.replace(/\{(\w+)\}/g, (all, name: string) => (params[name] === undefined ? all : escapePath(params[name])));
  const { metadata } = spec;
  const query = Object.entries(spec.query ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? fill(value) : value,
  ]);
  return {
    ...spec,
    path: fillPath(spec.path),
    ...(metadata?.path !== undefined && { metadata: { ...metadata, path: fillPath(metadata.path) } }),
    ...(spec.query && { query: Object.fromEntries(query) as NonNullable<ReadSpec['query']> }),
  };
}
