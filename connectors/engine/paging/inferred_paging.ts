import type { Json } from '../../../lib/json/json.ts';
import { settingLine } from '../file/setting_line.ts';
import { writtenPath } from '../json_path.ts';
import { LAST_PAGE_KEYS, MORE_KEYS } from './auto.ts';
import { OFFSET_KEYS, PAGE_COUNT_KEYS, TOTAL_KEYS } from './auto_count.ts';
import { placedEnvelopes } from './envelopes.ts';
import { linkHeader } from './link_header.ts';
import type { Step } from './step.ts';
import type { Turn } from './turn.ts';

/** If several keys have the same value, a key that matches this pattern is preferred. */
const NAMED = /next|after|cursor|token/i;

/** The setting of a provider file that has the same effect as the step that `auto` inferred: `paging: {kind: …}`. */
export function inferredPaging(turn: Turn, step: Step): string {
  return settingLine('paging', 'url' in step ? byUrl(turn, step.url) : byValue(turn, step));
}

function byUrl(turn: Turn, url: string) {
  if (typeof linkHeader(turn, { kind: 'linkHeader' }) !== 'string') return { kind: 'linkHeader' };
  // For a list of links this path is undefined, because the position of the next link changes from page to page.
  return { kind: 'nextUrl', path: placeOfValue(turn, url) };
}

function byValue(turn: Turn, { set, in: place }: Extract<Step, { set: unknown }>) {
  const [[param, value] = ['', null]] = Object.entries(set);
  // Of the steps that `auto` infers, only page numbers and offsets have `in: 'query'`.
  if (place === 'query') return byCount(turn, param, Number(value));
  const ends = { more: placeOfFlag(turn, MORE_KEYS, true), end: placeOfFlag(turn, LAST_PAGE_KEYS, false) };
  const path = placeOfValue(turn, value);
  if (path !== undefined) return { kind: 'cursor', path, param, ...ends };
  const header = Object.keys(turn.headers).find((name) => name.startsWith('x-next-') && turn.headers[name] === value);
  if (header !== undefined) return { kind: 'cursor', header, param };
  return { kind: 'lastId', param, ...ends };
}

function byCount(turn: Turn, param: string, next: number) {
  const first = turn.step !== null ? undefined : next - (OFFSET_KEYS.includes(param) ? turn.records.length : 1);
  if (OFFSET_KEYS.includes(param))
    return { kind: 'offset', param, first: first || undefined, total: placeOfKey(turn, TOTAL_KEYS) };
  return { kind: 'page', param, first: first === 0 ? 0 : undefined, totalPages: placeOfKey(turn, PAGE_COUNT_KEYS) };
}

function placeOfValue(turn: Turn, value: Json): string | undefined {
  const all = places(turn).filter((one) => one.value === value);
  return (all.find(({ key }) => NAMED.test(key)) ?? all[0])?.path;
}

function placeOfFlag(turn: Turn, name: RegExp, value: boolean): string | undefined {
  return places(turn).find((one) => one.value === value && name.test(one.key))?.path;
}

function placeOfKey(turn: Turn, names: readonly string[]): string | undefined {
  return places(turn).find(({ key }) => names.includes(key))?.path;
}

function places(turn: Turn): { key: string; value: Json; path: string }[] {
  return placedEnvelopes(turn).flatMap(({ keys, object }) =>
    Object.entries(object).map(([key, value]) => ({ key, value, path: writtenPath([...keys, key]) })),
  );
}
