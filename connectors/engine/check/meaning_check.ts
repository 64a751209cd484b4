import type { PathFault } from '../file/path_fault.ts';
import type { Module, ObjectSpec, Provider, ReadSpec, ReadStyle } from '../file/provider.ts';
import { findObject, objectNames } from '../objects/objects.ts';
import { placeholders } from '../request/template.ts';
import { fieldHooks } from '../upserts/upsert_fields.ts';
import { proxyFaults } from './proxy_faults.ts';
import { quotedParentFaults } from './quoted_parents.ts';
import { writeFaults, writeTexts } from './write_faults.ts';

/** Checks what the schema cannot check: references to missing names, unreadable objects, unsupported claims. */
export function meaningFaults(provider: Provider): PathFault[] {
  return [
    ...tableFaults(provider, provider, []),
    ...Object.entries(provider.modules ?? {}).flatMap(([name, module]) =>
      tableFaults(provider, module, ['modules', name], name),
    ),
    ...styleFaults(provider),
    ...moduleFaults(provider),
    ...variableFaults(provider),
    ...supportFaults(provider),
    ...stepFaults(provider),
    ...upsertFaults(provider),
    ...writeFaults(provider),
    ...proxyFaults(provider),
  ];
}

type Table = Pick<Module, 'objects' | 'anyObject'>;

function tableFaults(
  provider: Provider,
  { objects = {}, anyObject }: Table,
  at: string[],
  module?: string,
): PathFault[] {
  const found = Object.entries(objects).flatMap(([name, entry]) => {
    const keys = [...at, 'objects', name];
    const unknown = styleFault(provider, typeof entry === 'string' ? entry : entry.style, keys);
    return unknown.length > 0 ? unknown : objectFaults(provider, module, name, entry, keys);
  });
  return [...found, ...styleFault(provider, anyObject, [...at, 'anyObject'])];
}

function objectFaults(
  provider: Provider,
  module: string | undefined,
  name: string,
  entry: string | ObjectSpec,
  keys: string[],
): PathFault[] {
  const { spec } = findObject(provider, module, name);
  const faults: PathFault[] = [];
  const { each, parts = [] } = typeof entry === 'string' ? {} : entry;
  if (!spec.path && parts.length === 0) faults.push({ keys, detail: 'needs a path, here or in its style' });
  faults.push(...timeFaults(spec, keys), ...quotedParentFaults(spec, keys));
  const missing = (other: string) => !objectNames(provider, module).includes(other);
  if (typeof each === 'string' && missing(each))
    faults.push({ keys: [...keys, 'each'], detail: `there is no object "${each}"` });
  for (const part of parts.filter(missing))
    faults.push({ keys: [...keys, 'parts'], detail: `there is no object "${part}"` });
  return faults;
}

/**
 * A windowed read must send both time bounds, and its windows must be longer than their overlap. A job cannot be
 * combined with `each`.
 */
function timeFaults({ windows, job, each, since, until, where }: ReadSpec, keys: string[]): PathFault[] {
  const isAsked = (bound: ReadSpec['since'], said: unknown) =>
    bound?.param !== undefined || bound?.append !== undefined || said !== undefined;
  const isBounded = isAsked(since, where?.since) && isAsked(until, where?.until);
  return [
    ...(windows && !isBounded ? [{ keys: [...keys, 'windows'], detail: 'needs since and until in the request' }] : []),
    ...(windows && (windows.overlapSeconds ?? 1) >= windows.days * 86_400
      ? [
          {
            keys: [...keys, 'windows', 'overlapSeconds'],
            detail: 'must be shorter than a window',
          },
        ]
      : []),
    ...(job && each ? [{ keys: [...keys, 'job'], detail: 'cannot be combined with each' }] : []),
  ];
}

function styleFaults({ styles = {}, ...provider }: Provider): PathFault[] {
  return Object.entries(styles).flatMap(([name, { style }]) =>
    styleFault({ ...provider, styles }, style, ['styles', name, 'style']),
  );
}

function styleFault({ styles = {} }: Pick<Provider, 'styles'>, style: string | undefined, keys: string[]): PathFault[] {
  return style === undefined || Object.hasOwn(styles, style) ? [] : [{ keys, detail: `there is no style "${style}"` }];
}

function moduleFaults({ defaultModule, modules = {} }: Provider): PathFault[] {
  // The module name `root` means the provider itself.
  const isKnown = !defaultModule || defaultModule === 'root' || Object.hasOwn(modules, defaultModule);
  return isKnown ? [] : [{ keys: ['defaultModule'], detail: `there is no module "${defaultModule}"` }];
}

function variableFaults(provider: Provider): PathFault[] {
  const { auth, variables = [], learned = [], constants = {} } = provider;
  const workspace = auth.type === 'oauth2' && auth.workspaceRequired ? ['workspace'] : [];
  const declared = [...workspace, ...[...variables, ...learned].map(({ name }) => name), ...Object.keys(constants)];
  return [...filledTexts(provider), ...writeTexts(provider)].flatMap(([keys, template]) =>
    placeholders(template)
      .filter((name) => !declared.includes(name))
      .map((name) => ({ keys, detail: `the variable "${name}" is not declared` })),
  );
}

type FilledText = [keys: string[], template: string];

/** Every template for reading that may contain variables, with its path in the file. */
function filledTexts({ baseURL, reading, styles = {}, objects = {}, modules = {} }: Provider): FilledText[] {
  const tables: [string[], Record<string, string | ObjectSpec>][] = [
    [['styles'], styles],
    [['objects'], objects],
    ...Object.entries(modules).map(([name, { objects: own = {} }]): [string[], typeof own] => [
      ['modules', name, 'objects'],
      own,
    ]),
  ];
  return [
    [['baseURL'], baseURL],
    ...textsOf(['reading'], reading ?? {}),
    ...tables.flatMap(([keys, table]) =>
      Object.entries(table).flatMap(([name, entry]) =>
        typeof entry === 'string' ? [] : textsOf([...keys, name], entry),
      ),
    ),
  ];
}

function textsOf(keys: string[], { baseURL = '', path = '', query = {} }: ReadStyle): FilledText[] {
  return [
    [[...keys, 'baseURL'], baseURL],
    [[...keys, 'path'], path],
    ...Object.entries(query).map(([name, value]): FilledText => [[...keys, 'query', name], String(value)]),
  ];
}

function supportFaults({ support = [], objects = {}, modules = {}, anyObject }: Provider): PathFault[] {
  const hasObjects = [{ objects, anyObject }, ...Object.values(modules)].some(
    (table) => table.anyObject !== undefined || Object.keys(table.objects ?? {}).length > 0,
  );
  if (support.includes('read') && !hasObjects)
    return [{ keys: ['support'], detail: 'lists read, but the file declares no objects' }];
  return !support.includes('read') && hasObjects
    ? [{ keys: ['support'], detail: 'does not list read, but the file declares objects' }]
    : [];
}

function upsertFaults({ fieldUpsert }: Provider): PathFault[] {
  const isKnown = !fieldUpsert || !('hook' in fieldUpsert) || Object.hasOwn(fieldHooks, fieldUpsert.hook);
  return isKnown ? [] : [{ keys: ['fieldUpsert', 'hook'], detail: `there is no hook "${fieldUpsert.hook}"` }];
}

/** A callback parameter must not overwrite a variable, which may decide where secrets are sent, or a reserved value. */
function stepFaults({ auth, variables = [] }: Provider): PathFault[] {
  if (auth.type !== 'custom' || !auth.steps) return [];
  const taken = ['clientId', 'clientSecret', 'callbackUrl', 'state', ...variables.map(({ name }) => name)];
  return auth.steps.flatMap(({ callbackParams = [] }, i) =>
    callbackParams
      .filter((name) => taken.includes(name))
      .map((name) => ({
        keys: ['auth', 'steps', String(i), 'callbackParams'],
        detail: `"${name}" is reserved or a variable`,
      })),
  );
}
