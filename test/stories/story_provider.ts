/**
 * The provider of one story: a list of contacts by time of change, with the addresses of the sandbox. Like many
 * providers it stores whole seconds or shows a change late, and answers a cursor again as it answered it before.
 *
 * It keeps the suite's books. A request without a cursor begins a reading; its cursors name it, so each page that was
 * answered completely belongs to one reading, however often processes were killed meanwhile.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { fields } from '../../sandbox/fields.ts';
import { type Asked, type Reply, startScriptedProvider } from '../support/scripted_provider.ts';

export const PAGE_SIZE = 10;
/** So many are added before one is changed. */
export const MIN_RECORDS = 25;
/** Ends the cursor that leads to the same page once more. */
const AGAIN = '_again';

export const FAULTS = ['429', '500', 'cut', 'invalid', 'twice'] as const;
export type Fault = (typeof FAULTS)[number];
type Kept = { id: string; notes: string; time: number; order: number };

/** `pages`: the versions in each page, by its cursor. `hasEnded`: the last page was answered too. */
export type Reading = { startedAt: number; pages: Map<string, string[]>; hasEnded: boolean };

export type StoryProvider = {
  url: string;
  /** In the order of their starts. */
  readings: Reading[];
  /** Adds records or changes some. `lateMs`: so much older is the time of the change, as if it were shown late. */
  change(count: number, time?: { lateMs?: number; isEqual?: boolean }): void;
  /** The version of each record, `<id> <notes>`. */
  latest(): string[];
  /** The next request for a page is answered so. */
  addFault(fault: Fault): void;
  /** The next page takes so long; `meanwhile` happens in the middle of it. */
  slow(ms: number, meanwhile?: () => void): void;
  /** Whether the page that is to take long was asked for. */
  isAsked(): boolean;
  /** No faults from now on. */
  recover(): void;
  stop(): Promise<void>;
};

/** `grainMs`: to what its times are rounded down. */
export async function startStoryProvider(grainMs: number): Promise<StoryProvider> {
  const server = await startScriptedProvider();
  const kept = new Map<string, Kept>();
  const readings: Reading[] = [];
  const answered = new Map<string, string>();
  let faults: Fault[] = [];
  let slowness: { ms: number; meanwhile: () => void } | undefined;
  let changes = 0;
  let newest = 0;

  function put({ lateMs = 0, isEqual = false }): void {
    changes += 1;
    const known = [...kept.keys()];
    const isNew = known.length < MIN_RECORDS || changes % 3 === 0;
    const id = isNew ? `contact-${known.length + 1}` : (known[(changes * 7) % known.length] as string);
    const now = Date.now();
    // What a provider shows later than the overlap of two reads may be missed.
    const time = isEqual && now - newest < 1_000 ? newest : Math.floor((now - lateMs) / grainMs) * grainMs;
    newest = Math.max(newest, time);
    kept.delete(id);
    kept.set(id, { id, notes: `v${changes}`, time, order: changes });
  }

  async function reply({ method, path }: Asked): Promise<Reply> {
    const { pathname, searchParams } = new URL(path, server.url);
    if (method === 'GET' && pathname.endsWith('/fields')) return { text: JSON.stringify(fields) };
    if (pathname !== '/api/v1/contacts') return { status: 404, text: '{}' };
    // A sample of one record is no reading.
    if (searchParams.get('limit') !== String(PAGE_SIZE))
      return { text: pageText([...kept.values()].slice(0, 1), null) };
    const fault = faults.shift();
    if (fault === '429') return { status: 429, text: '{}', headers: { 'retry-after': '1' } };
    if (fault === '500') return { status: 500, text: '{}' };
    await wait();
    const { cursor, text } = page(searchParams, fault === 'twice');
    if (fault === 'cut') return { text, isCut: true };
    if (fault === 'invalid') return { text: text.slice(0, text.length >>> 1) };
    return note(cursor, text);
  }

  async function wait(): Promise<void> {
    const { ms, meanwhile } = slowness ?? { ms: 0, meanwhile: () => {} };
    slowness = undefined;
    await sleep(ms / 2);
    meanwhile();
    await sleep(ms / 2);
  }

  /** A cursor is the number of its reading, then the time and the order of the last record before the page. */
  function page(query: URLSearchParams, isTwice: boolean): { cursor: string; text: string } {
    const asked = query.get('cursor');
    const cursor = asked || `${readings.push({ startedAt: Date.now(), pages: new Map(), hasEnded: false }) - 1}`;
    const place = cursor.replace(AGAIN, '');
    const [reading = '', time = '0', order = '0'] = place.split('_');
    const since = Date.parse(query.get('updated_since') ?? '') || 0;
    const after = (one: Kept) => one.time - Number(time) || one.order - Number(order);
    const listed = [...kept.values()]
      .filter((one) => one.time >= since && after(one) > 0)
      .sort((a, b) => a.time - b.time || a.order - b.order);
    const records = listed.slice(0, PAGE_SIZE);
    const last = records.at(-1);
    const next = last && listed.length > PAGE_SIZE ? `${reading}_${last.time}_${last.order}` : null;
    const before = answered.get(cursor) ?? pageText(records, isTwice && place === cursor ? cursor + AGAIN : next);
    answered.set(cursor, before);
    return { cursor, text: before };
  }

  function note(cursor: string, text: string): Reply {
    const { data, next_cursor } = JSON.parse(text) as { data: Kept[]; next_cursor: string | null };
    const reading = readings[Number(cursor.split('_')[0])] as Reading;
    reading.pages.set(cursor, data.map(versionOf));
    reading.hasEnded ||= next_cursor === null;
    return { text };
  }

  server.answer(reply);
  return {
    url: server.url,
    readings,
    change(count, time = {}) {
      for (let i = 0; i < count; i += 1) put(time);
    },
    latest: () => [...kept.values()].map(versionOf),
    addFault: (fault) => void faults.push(fault),
    slow: (ms, meanwhile = () => {}) => void (slowness = { ms, meanwhile }),
    isAsked: () => slowness === undefined,
    recover() {
      faults = [];
      slowness = undefined;
    },
    stop: server.stop,
  };
}

export function versionOf({ id, notes }: { id?: unknown; notes?: unknown }): string {
  return `${id} ${notes}`;
}

function pageText(records: readonly Kept[], next: string | null): string {
  const data = records.map(({ id, notes, time }) => ({
    id,
    notes,
    updated_at: new Date(time).toISOString(),
    email: `${id}@example.com`,
    phone: notes,
  }));
  return JSON.stringify({ data, next_cursor: next });
}
