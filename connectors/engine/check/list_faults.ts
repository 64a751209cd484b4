/**
 * Checks how lists end, and whether a time filter may hide records. A list without declared paging is a fault: the
 * engine refuses to read it. The other findings are warnings, because the file may be right.
 */

import type { Paging } from '../file/paging_facts.ts';
import type { PathFault } from '../file/path_fault.ts';
import type { Module, Provider, ReadSpec, ReadStyle } from '../file/provider.ts';
import { findObject } from '../objects/objects.ts';
import { declaresPaging } from '../paging/named_paging.ts';
import { filtersByTime } from '../read/untimed_records.ts';

type List = { keys: string[]; name: string; spec: ReadSpec };
type Table = Pick<Module, 'objects' | 'anyObject'>;

/** Lists that declare no paging. Only these objects are refused; the other objects of the file can be read. */
export function undeclaredPaging(provider: Provider): PathFault[] {
  return listsOf(provider)
    .filter(({ spec }) => !declaresPaging(spec))
    .map(({ keys, spec }) => ({
      keys,
      detail: `names no paging${spec.job ? ' for its results' : ''}, so it is not read`,
      hint: 'Add `paging` here, in its style or in `reading`; `{kind: none}` if everything is in one response.',
    }));
}

export function warningsAboutLists(provider: Provider): PathFault[] {
  return [...inferredPaging(provider), ...hiddenRecords(provider)];
}

function listsOf(provider: Provider): List[] {
  const tables: [string[], Table, string | undefined][] = [
    [[], provider, undefined],
    ...Object.entries(provider.modules ?? {}).map(([name, table]): [string[], Table, string] => [
      ['modules', name],
      table,
      name,
    ]),
  ];
  return tables.flatMap(([at, { objects = {}, anyObject }, module]) => [
    ...Object.keys(objects).map((name) => listOf(provider, module, name, [...at, 'objects', name])),
    ...(anyObject === undefined ? [] : [listOf(provider, module, UNLISTED, [...at, 'anyObject'])]),
  ]);
}

/** The name that represents all objects that a file does not list. */
const UNLISTED = 'any other object';

function listOf(provider: Provider, module: string | undefined, name: string, keys: string[]): List {
  return { keys, name, spec: findObject(provider, module, name).spec };
}

/** One warning for each place of the file that has `kind: auto`. */
function inferredPaging({ reading, styles = {}, objects = {}, modules = {} }: Provider): PathFault[] {
  const layers: [string[], unknown][] = [
    [['reading'], reading],
    ...named(['styles'], styles),
    ...named(['objects'], objects),
    ...Object.entries(modules).flatMap(([name, module]): [string[], unknown][] => [
      [['modules', name, 'reading'], module.reading],
      ...named(['modules', name, 'objects'], module.objects ?? {}),
    ]),
  ];
  return layers
    .filter(([, layer]) => isInferred(layer as ReadStyle | string | undefined))
    .map(([keys]) => ({
      keys: [...keys, 'paging'],
      detail:
        '`kind: auto` infers the paging. If a response has no paging information, the read is reported as incomplete',
      hint: 'Name the kind of paging that the reference of the API shows.',
    }));
}

function named(at: string[], table: Record<string, unknown>): [string[], unknown][] {
  return Object.entries(table).map(([name, layer]) => [[...at, name], layer]);
}

function isInferred(layer: ReadStyle | string | undefined): boolean {
  if (typeof layer !== 'object' || layer.paging === undefined) return false;
  return ([layer.paging].flat() as Paging[]).some(({ kind }) => kind === 'auto');
}

/**
 * Lists whose `since` filters by one of several times. A new record may lack this time until its first change. Until
 * then, no filtered read returns the record.
 */
function hiddenRecords(provider: Provider): PathFault[] {
  const lists = listsOf(provider).filter(({ spec }) => mayHideRecords(spec) && spec.timedFromCreation !== true);
  const [first, ...others] = lists;
  if (!first) return [];
  const names = lists.slice(0, 3).map(({ name }) => name);
  const listed = `${names.join(', ')}${lists.length > names.length ? ` and ${lists.length - names.length} more` : ''}`;
  return [
    {
      keys: others.length === 0 || !provider.reading?.updatedAt ? first.keys : ['reading', 'updatedAt'],
      detail: `is a list, but \`since\` filters by one time (${listed}). Records that lack it until their first change never come`,
      hint: 'If new records have that time too, write `timedFromCreation: true`. Otherwise write `since: {here: true}`.',
    },
  ];
}

/**
 * Whether the provider filters by a time, and the file has several times, of which each record uses the first that it
 * has.
 */
export function mayHideRecords(spec: ReadSpec): boolean {
  const times = [spec.updatedAt ?? [], spec.narrowed?.updatedAt ?? []].map((paths) => [paths].flat().length);
  return Math.max(...times) > 1 && filtersByTime(spec);
}
