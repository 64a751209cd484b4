import type { Module, ObjectSpec, Provider, ReadSpec, ReadStyle } from '../file/provider.ts';
import { WRITE_VERBS, type WriteCall, type WriteSpec } from '../file/write_facts.ts';
import { escapePath } from '../request/escape_path.ts';

export function toStyle(entry: string | ObjectSpec): ObjectSpec {
  return typeof entry === 'string' ? { style: entry } : entry;
}

/**
 * The complete spec of an object. A layer overrides the layers after it in this order: object, the object's style, the
 * style of this style, module, provider.
 */
export function completeSpec(provider: Provider, style: ReadStyle, module?: Partial<Module>): ReadSpec {
  const { baseURL: _base, ...general } = provider.reading ?? {};
  const layers: ReadStyle[] = [style];
  for (let name = style.style; name && layers.length < 8; name = layers.at(-1)?.style)
    layers.push(provider.styles?.[name] ?? {});
  const { metadata, write } = provider;
  const ofFile: ReadStyle = { ...(metadata && { metadata }), ...(write && { write }) };
  const ofModule: ReadStyle = { ...(module?.reading as ReadStyle), ...(module?.write && { write: module.write }) };
  // The provider's `reading.baseURL` overrides the base URL of the module.
  const base: ReadStyle = module?.baseURL && !provider.reading?.baseURL ? { baseURL: module.baseURL } : {};
  return [ofFile, base, general as ReadStyle, ofModule, ...layers.reverse()].reduce(overlay, {}) as ReadSpec;
}

/**
 * Merges query, headers, fields, metadata, narrowed and write key by key; `above` replaces every other key of `below`.
 */
function overlay(below: ReadStyle, above: ReadStyle): ReadStyle {
  return {
    ...below,
    ...above,
    ...((below.query ?? above.query) && { query: { ...below.query, ...above.query } }),
    ...((below.fields ?? above.fields) && { fields: { ...below.fields, ...above.fields } }),
    ...((below.metadata ?? above.metadata) && { metadata: { ...below.metadata, ...above.metadata } }),
    ...((below.narrowed ?? above.narrowed) && { narrowed: { ...below.narrowed, ...above.narrowed } }),
    ...((below.headers ?? above.headers) && { headers: { ...below.headers, ...above.headers } }),
    ...(below.write && above.write && { write: { ...below.write, ...above.write, ...bothHeaders(below, above) } }),
  };
}

function bothHeaders(below: ReadStyle, above: ReadStyle): Pick<WriteSpec, 'headers'> {
  const own = ({ write }: ReadStyle) => (write ? write.headers : undefined);
  const headers = { ...own(below), ...own(above) };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

/** Fills the `{part}` placeholders of an object family in the path, the query, the metadata path and `write`. */
export function filledSpec(spec: ReadSpec, params: Record<string, string>): ReadSpec {
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
    ...(spec.write && { write: filledWrite(spec.write, fillPath) }),
    ...(spec.query && { query: Object.fromEntries(query) as NonNullable<ReadSpec['query']> }),
  };
}

function filledWrite(write: WriteSpec, fill: (text: string) => string): WriteSpec {
  const filled = Object.entries(write).map(([key, value]) => {
    if (key === 'at') return [key, fill(value as string)];
    const call = value as WriteCall;
    const isCall = WRITE_VERBS.some((verb) => verb === key) && call && call.path !== undefined;
    return [key, isCall ? { ...call, path: fill(call.path as string) } : value];
  });
  return Object.fromEntries(filled) as WriteSpec;
}
