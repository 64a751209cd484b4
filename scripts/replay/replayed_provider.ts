import type { ProviderCatalogue } from '../../connectors/engine/catalogue/providers.ts';
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { findObject, objectNames } from '../../connectors/engine/objects/objects.ts';
import { isObject, type Json } from '../../lib/json/json.ts';
import { isUrl } from '../../lib/url/is_url.ts';
import { type Fit, fitOf } from './fitting_path.ts';
import type { Exchange, ReplayCase } from './replay_case.ts';

/** Finds the provider of a case by name. Sources spell the names differently. */
export function providerOf({ expected }: ReplayCase, catalogue: ProviderCatalogue): Provider | undefined {
  const isMeant = (name: string) => plain(name) === plain(expected.provider);
  const all = catalogue.list();
  const found = all.find(({ name }) => isMeant(name)) ?? all.find(({ knownAs = [] }) => knownAs.some(isMeant));
  return catalogue.get(expected.provider) ?? (found && catalogue.get(found.name));
}

/**
 * The provider with the origin of the replay server, also in objects and modules with their own base URL. Variables in
 * the path of a base URL get their recorded values, because some recordings do not have that path.
 */
export function atServer(provider: Provider, origin: string, recorded: readonly string[] = []): Provider {
  const { baseURL: _base, ...reading } = provider.reading ?? {};
  const { styles, objects, modules } = provider;
  return {
    ...provider,
    baseURL: origin + recordedBase(provider, recorded),
    ...(provider.reading && { reading }),
    ...(styles && { styles: mapped(styles, (style) => moved(style, origin)) }),
    ...(objects && { objects: movedTable(objects, origin) }),
    ...(modules && {
      modules: mapped(modules, (module) => ({
        ...moved(module, origin),
        ...(module.objects && { objects: movedTable(module.objects, origin) }),
      })),
    }),
  };
}

/** The provider with the origin of the replay server in every base URL. Variables in the paths stay. */
export function withOrigin(provider: Provider, origin: string): Provider {
  return moveBases(provider, origin) as Provider;
}

function moveBases(part: unknown, origin: string): unknown {
  if (Array.isArray(part)) return part.map((item) => moveBases(item, origin));
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === 'baseURL' && typeof value === 'string' ? origin + pathIn(value) : moveBases(value, origin),
  ]);
  return Object.fromEntries(entries);
}

type Table = NonNullable<Provider['objects']>;

function movedTable(table: Table, origin: string): Table {
  return mapped(table, (entry) => (typeof entry === 'string' ? entry : moved(entry, origin)));
}

function moved<T extends { baseURL?: string }>(part: T, origin: string): T {
  return part.baseURL === undefined ? part : { ...part, baseURL: origin + pathOf(part.baseURL) };
}

function mapped<T>(table: Record<string, T>, change: (part: T) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(table).map(([name, part]) => [name, change(part)]));
}

/** The provider's origins: the origins of its base URLs, and the list in `origins`. */
export function ownOrigins({ baseURL, origins = [], styles = {}, objects = {} }: Provider): string[] {
  const entries = [...Object.values(styles), ...Object.values(objects)];
  const others = entries.map((entry) => (typeof entry === 'string' ? undefined : entry.baseURL));
  const named = [baseURL, ...others].filter((base) => base && isUrl(base) && !base.includes('{{'));
  return [...new Set([...named.map((base) => new URL(String(base)).origin), ...origins])];
}

export type AskedObject = Fit & { objectName: string };

/**
 * The name for the engine: the object with the recorded path, or the path itself when the source names a template. Only
 * method and path of the recorded requests matter. A child object is read only if the requests for all its parents were
 * recorded; the same applies to an object that consists of such objects.
 */
export function askedFor(replayCase: ReplayCase, provider: Provider): AskedObject {
  const { object, exchanges, expected } = replayCase;
  const paths = exchanges.map(({ request }) => request.path);
  const objectName = expected.input?.ObjectName ?? object;
  const variables = variablesIn(provider, replayCase);
  const fit = fitOf(provider, moduleOf(replayCase, provider), objectName, paths);
  if (fit && (expected.input?.ObjectName || isTop(provider, objectName)))
    return { objectName, variables: { ...variables, ...fit.variables } };
  return { objectName: expected.input?.ObjectName ?? nameOrPath(replayCase, paths, provider), variables };
}

function isTop(provider: Provider, asked: string): boolean {
  const { each, parts, path } = findObject(provider, undefined, asked).spec;
  // GraphQL has the same path for parents and children, so the path does not distinguish them.
  if (typeof each === 'string' && findObject(provider, undefined, each).spec.path === path) return true;
  return each === undefined && parts === undefined;
}

function nameOrPath({ object, exchanges }: ReplayCase, paths: readonly string[], provider: Provider): string {
  const there = new Set(paths.map((path) => findObject(provider, undefined, path).name));
  const named = objectNames(provider).find((name) => plain(name) === plain(object));
  if (named && isWhole(provider, named, there)) return named;
  const path =
    paths.find((candidate) => isPathOf(provider, object, candidate)) ?? likeliest(paths, object, provider, there);
  if (path === undefined) return deepest(provider, there) ?? paths[0] ?? object;
  const { name } = findObject(provider, undefined, path);
  return isWhole(provider, name, there) && asksEveryParent(provider, name, exchanges) ? name : path;
}

/**
 * Whether the children of all listed parents were requested. If not, the source chose the parents and did not read the
 * whole object.
 */
function asksEveryParent(provider: Provider, name: string, exchanges: readonly Exchange[]): boolean {
  const { each: parent } = findObject(provider, undefined, name).spec;
  const at = (object: unknown) =>
    exchanges.filter(({ request }) => findObject(provider, undefined, request.path).name === object);
  const listed = at(parent).map(({ response }) => longestList(response.body));
  const asked = new Set(at(name).map(({ request: { path, query, body } }) => JSON.stringify([path, query, body]))).size;
  return asked >= listed.reduce((sum, length) => sum + length, 0);
}

function longestList(body: Json | undefined): number {
  if (Array.isArray(body)) return body.length;
  return Math.max(
    0,
    ...Object.values(isObject(body) ? body : {}).map((part) => (Array.isArray(part) ? part.length : 0)),
  );
}

/** Whether the recording has the requests for all parents or parts of an object. */
function isWhole(provider: Provider, name: string, there: ReadonlySet<string>): boolean {
  if (!objectNames(provider).includes(name)) return false;
  const { each, parts } = findObject(provider, undefined, name).spec;
  if (parts) return parts.some((part) => there.has(part) || isWhole(provider, part, there));
  if (typeof each !== 'string') return each !== undefined;
  return there.has(each) && isRooted(provider, each, there);
}

function isRooted(provider: Provider, name: string, there: ReadonlySet<string>): boolean {
  const { each, parts } = findObject(provider, undefined, name).spec;
  return (each === undefined && parts === undefined) || isWhole(provider, name, there);
}

/** The deepest object, for a template name that matches no path. */
function deepest(provider: Provider, there: ReadonlySet<string>): string | undefined {
  return [...there].filter((name) => isWhole(provider, name, there)).at(-1);
}

/** The values of a connection's variables, from the recorded paths. */
function variablesIn(provider: Provider, { exchanges }: ReplayCase): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of objectNames(provider)) {
    const path = findObject(provider, undefined, name).spec.path ?? '';
    const keys = [...path.matchAll(/\{\{\.(\w+)\}\}/g)].map(([, key]) => key as string);
    if (keys.length === 0) continue;
    const source = path
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\{[^}]*\}\}/g, '([^/]+)')
      .replace(/\{[^}]*\}/g, '.+');
    const match = exchanges.map(({ request }) => new RegExp(`${source}$`).exec(request.path)).find(Boolean);
    for (const [index, key] of keys.entries()) if (match?.[index + 1]) values[key] ??= match[index + 1] as string;
  }
  return values;
}

/** The module in which the object has a recorded path; undefined when the provider file must choose. */
export function moduleOf({ object, exchanges }: ReplayCase, provider: Provider): string | undefined {
  const paths = exchanges.map(({ request }) => request.path);
  const names = (module: string) => objectNames(provider, module).map(plain);
  return Object.keys(provider.modules ?? {}).find(
    (module) => object && names(module).includes(plain(object)) && fitOf(provider, module, object, paths) !== null,
  );
}

/** Whether the provider file has this path for the object of this name. */
function isPathOf(provider: Provider, object: string, path: string): boolean {
  const known = objectNames(provider).some((name) => plain(name) === plain(object));
  return known && plain(findObject(provider, undefined, path).name) === plain(object);
}

/**
 * The path with the most words in common with the template's name, at least one, in its last part or in the name of its
 * object. If several have the same number: the path of the deepest object, then the first path.
 */
function likeliest(
  paths: readonly string[],
  object: string,
  provider: Provider,
  there: ReadonlySet<string>,
): string | undefined {
  const words = object
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/s$/, ''))
    .filter(Boolean);
  const score = (path: string) => {
    const { name } = findObject(provider, undefined, path);
    const said = words.filter((word) => `${lastName(path)} ${name.toLowerCase()}`.includes(word)).length;
    return said > 0 && isWhole(provider, name, there) ? said + 0.5 : said;
  };
  const [best] = [...paths].sort((a, b) => score(b) - score(a));
  return best !== undefined && score(best) > 0 ? best : undefined;
}

function lastName(path: string): string {
  return (
    path
      .split('/')
      .filter(Boolean)
      .at(-1)
      ?.replace(/\.json$/, '')
      .toLowerCase() ?? ''
  );
}

function recordedBase({ baseURL, reading }: Provider, recorded: readonly string[]): string {
  const path = pathOf(reading?.baseURL ?? baseURL, VARIABLE);
  if (!path.includes(VARIABLE))
    return recorded.length === 0 || recorded.some((one) => one.startsWith(path)) ? path : '';
  const source = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(VARIABLE, '[^/]+');
  return recorded.map((one) => new RegExp(`^${source}(?=/)`).exec(one)?.[0]).find(Boolean) ?? '';
}

/** A placeholder that occurs in no provider's path. */
const VARIABLE = '\u0000';

function pathOf(baseURL: string, variable = 'x'): string {
  return pathIn(baseURL).replace(/\{\{[^}]*\}\}/g, variable);
}

/** The path of a base URL, with its variables. */
export function pathIn(baseURL: string): string {
  return baseURL.replace(/^(https?:\/\/[^/]*|\{\{[^}]*\}\}|https?$)/, '').replace(/\/$/, '');
}

export function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
