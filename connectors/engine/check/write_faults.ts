/** Checks `write`, and whether `support` and `verified` agree with it. */
import type { PathFault } from '../file/path_fault.ts';
import type { Capability, Module, ObjectSpec, Provider, ReadStyle } from '../file/provider.ts';
import { WRITE_VERBS, type WriteCall, type WriteSpec } from '../file/write_facts.ts';
import { findObject } from '../objects/objects.ts';
import { writeSupport } from '../write/write_support.ts';

export function writeFaults(provider: Provider): PathFault[] {
  return [
    ...blocksOf(provider).flatMap(([keys, write]) => blockFaults(provider, keys, write)),
    ...objectFaults(provider),
    ...claimFaults(provider),
  ];
}

type Block = [keys: string[], write: WriteSpec];

/** Every `write` of the file with its path. */
function blocksOf({ write, styles = {}, objects = {}, modules = {} }: Provider): Block[] {
  const named = (
    keys: string[],
    table: Record<string, string | ReadStyle>,
  ): [string[], WriteSpec | false | undefined][] =>
    Object.entries(table).map(([name, entry]) => [
      [...keys, name, 'write'],
      typeof entry === 'string' ? undefined : entry.write,
    ]);
  const all: [string[], WriteSpec | false | undefined][] = [
    [['write'], write],
    ...named(['styles'], styles),
    ...named(['objects'], objects),
    ...Object.entries(modules).flatMap(([name, module]): [string[], WriteSpec | false | undefined][] => [
      [['modules', name, 'write'], module.write],
      ...named(['modules', name, 'objects'], module.objects ?? {}),
    ]),
  ];
  return all.filter((block): block is Block => Boolean(block[1]));
}

/**
 * The texts of each `write` that may contain placeholders, with their paths. meaning_check.ts checks their variables.
 */
export function writeTexts(provider: Provider): [keys: string[], template: string][] {
  return blocksOf(provider).flatMap(([keys, write]) => textsIn(keys, write));
}

function textsIn(keys: string[], write: WriteSpec): [string[], string][] {
  const calls = WRITE_VERBS.flatMap((verb): [string[], string][] => {
    const call = write[verb];
    if (!call) return [];
    const { graphql, path = '', query = {}, headers = {}, body = {} } = call as WriteCall;
    const values = { ...query, headers, body, variables: graphql?.variables ?? {} };
    return [
      [[...keys, verb, 'path'], path],
      [[...keys, verb], JSON.stringify(values)],
    ];
  });
  return [[[...keys, 'at'], write.at ?? ''], [[...keys, 'headers'], JSON.stringify(write.headers ?? {})], ...calls];
}

const KNOWN = new Set(['id', 'object', 'objectType', 'singular', 'record', 'fields']);

function blockFaults(provider: Provider, keys: string[], write: WriteSpec): PathFault[] {
  const family = familyKeys(provider);
  return textsIn(keys, write).flatMap(([at, text]) =>
    [...text.replace(/\{\{[^{}]*\}\}/g, '').matchAll(/\{([A-Za-z][\w.|]*)\}/g)].flatMap(([all, name = '']) => {
      if (family.has(name)) return [];
      const isPath = at.at(-1) === 'path' || at.at(-1) === 'at';
      if (!KNOWN.has(name) && !name.startsWith('record.'))
        return [
          {
            keys: at,
            detail: `has the unknown placeholder ${all}`,
            hint: `Known: ${[...KNOWN].map((one) => `{${one}}`).join(', ')}, {record.key}.`,
          },
        ];
      if (name === 'id' && at.includes('create'))
        return [{ keys: at, detail: 'has {id}, but a record that is created has no id' }];
      const key = name.slice('record.'.length);
      if (isPath && name.startsWith('record.') && !write.parents?.includes(key))
        return [
          {
            keys: at,
            detail: `has ${all}, but \`parents\` does not name "${key}"`,
            hint: `Add \`parents: [${key}]\`.`,
          },
        ];
      return [];
    }),
  );
}

/** The parts of the names of object families, such as `{type}` of `pipelines/{type}`. */
function familyKeys({ objects = {}, modules = {} }: Provider): Set<string> {
  const names = [objects, ...Object.values(modules).map((module) => module.objects ?? {})].flatMap(Object.keys);
  return new Set(names.flatMap((name) => [...name.matchAll(/\{(\w+)\}/g)].map(([, key]) => key as string)));
}

/**
 * Faults of objects whose own `write` has no verb. If there is no such object, and no `write` of the file has a verb,
 * the fault is reported for the file's `write`.
 */
function objectFaults(provider: Provider): PathFault[] {
  const { write, objects = {}, modules = {} } = provider;
  const tables: [string[], Record<string, string | ObjectSpec>, string | undefined][] = [
    [['objects'], objects, undefined],
    ...Object.entries(modules).map(([name, module]): [string[], Record<string, string | ObjectSpec>, string] => [
      ['modules', name, 'objects'],
      module.objects ?? {},
      name,
    ]),
  ];
  const found = tables.flatMap(([keys, table, module]) =>
    Object.entries(table).flatMap(([name, entry]) => {
      const own = typeof entry === 'string' ? undefined : entry.write;
      return own && !hasVerb(findObject(provider, module, name).spec.write) ? [[...keys, name, 'write']] : [];
    }),
  );
  const isUsed = blocksOf(provider).some(([, one]) => hasVerb(one));
  const at = found.length === 0 && !isUsed && write ? [['write']] : found;
  return at.map((keys) => ({ keys, detail: 'has none of create, update and delete' }));
}

function hasVerb(write: WriteSpec | false | undefined): boolean {
  return Boolean(write && (write.create || write.update || write.delete));
}

/** `support` must list exactly the writes that the file declares, and `verified` only capabilities in `support`. */
function claimFaults(provider: Provider): PathFault[] {
  const { support = [], modules = {}, verified = {} } = provider;
  const can = (verb: 'write' | 'delete', module?: string) => supportedWrites(provider, module).has(verb);
  const anywhere = (verb: 'write' | 'delete') => can(verb) || Object.keys(modules).some((name) => can(verb, name));
  return [
    ...claims(['support'], support, anywhere),
    ...unclaimed(['verified'], verified, support),
    ...Object.entries(modules).flatMap(([name, module]) => [
      ...(module.support ? claims(['modules', name, 'support'], module.support, (verb) => can(verb, name)) : []),
      ...unclaimed(['modules', name, 'verified'], module.verified ?? {}, module.support ?? []),
    ]),
  ];
}

function claims(
  keys: string[],
  support: readonly Capability[],
  can: (verb: 'write' | 'delete') => boolean,
): PathFault[] {
  return (['write', 'delete'] as const).flatMap((verb) => {
    if (support.includes(verb) === can(verb)) return [];
    return can(verb)
      ? [{ keys, detail: `does not list ${verb}, but the file declares it` }]
      : [{ keys, detail: `lists ${verb}, but the file has no \`write\` that does it` }];
  });
}

function unclaimed(
  keys: string[],
  verified: NonNullable<Module['verified']>,
  support: readonly Capability[],
): PathFault[] {
  return (Object.keys(verified) as Capability[])
    .filter((verb) => !support.includes(verb))
    .map((verb) => ({ keys: [...keys, verb], detail: `says what ${verb} rests on, but \`support\` does not list it` }));
}

/** The writes that at least one object of the provider or module supports. Unlisted objects count too. */
function supportedWrites(provider: Provider, module: string | undefined): Set<'write' | 'delete'> {
  if (blocksOf(provider).length === 0) return new Set();
  const table: Pick<Module, 'objects' | 'anyObject'> =
    module === undefined ? provider : (provider.modules?.[module] ?? {});
  const any = table.anyObject ?? provider.anyObject;
  const names = [...Object.keys({ ...provider.objects, ...table.objects }), ...(any === undefined ? [] : [UNLISTED])];
  const scope = module ?? 'root';
  const types = names.flatMap((name) => writeSupport(provider, scope, name).types);
  return new Set(types.map((type) => (type === 'delete' ? 'delete' : 'write')));
}

/** The name that represents all objects that a file does not list. */
const UNLISTED = 'any other object';
