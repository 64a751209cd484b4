/** The pages of a list: their records, their text, and the cursor of the next page. */
import { Buffer } from 'node:buffer';
import { ApiError } from './api_error.ts';
import type { Overlay, OverlayEntry } from './overlay.ts';
import { firstIndexFrom, indexOfId, type ObjectName, type RecordSpace, recordText, valueTexts } from './records.ts';

type PageQuery = {
  object: ObjectName;
  limit: number;
  /** The cursor of the page; null for the first. */
  cursor: string | null;
  /** The time bounds in Unix milliseconds, both inclusive. */
  since: number | null;
  until: number | null;
  /** Positions in `fields` (fields.ts); null for all. */
  fields: readonly number[] | null;
};

type Page = { body: Buffer; records: number };

/** A position in the list: an index of the computed records, or the overlay records after a sequence number. */
type Position = { index: number } | { after: number };
/** The content of a page: indexes of computed records, then overlay records. `total`: the records of the whole list. */
type Plan = { indexes: number[]; entries: OverlayEntry[]; next: Position | null; total: number };

export type Pages = {
  /** `repeatCursor` returns this page's own cursor as the next one, to test for circular paging. */
  read(query: PageQuery, repeatCursor?: boolean): Page;
  recordText(object: ObjectName, id: string): string | null;
};

/** `cacheBytes` limits the page cache, which keeps the sandbox fast in benches that read pages repeatedly. */
export function createPages(space: RecordSpace, overlay: Overlay, cacheBytes: number): Pages {
  const cache = pageCache(cacheBytes);

  function pageText(query: PageQuery, plan: Plan, next: Position | null): string {
    const records = plan.indexes.map((index) => recordText(valueTexts(space, query.object, index), query.fields));
    for (const { texts } of plan.entries) records.push(recordText(texts, query.fields));
    const cursor = next ? `"${encodeCursor(next)}"` : 'null';
    return `{"data":[${records.join(',\n')}],"next_cursor":${cursor},"total":${plan.total}}`;
  }

  return {
    read(query, repeatCursor = false) {
      const start = query.cursor === null ? null : decodeCursor(query.cursor);
      const plan = planPage(space, overlay, query, start);
      const next = repeatCursor ? (start ?? { index: 0 }) : plan.next;
      const make = () => Buffer.from(pageText(query, plan, next));
      const key =
        plan.entries.length > 0
          ? null
          : `${query.object} ${plan.indexes[0]} ${plan.indexes.at(-1)} ${plan.indexes.length} ${plan.total} ${JSON.stringify(next)} ${query.fields}`;
      return { body: key === null ? make() : cache(key, make), records: plan.indexes.length + plan.entries.length };
    },
    recordText(object, id) {
      const entry = overlay.find(object, id);
      if (entry) return recordText(entry.texts, null);
      const index = overlay.isRemoved(object, id) ? null : indexOfId(space, object, id);
      return index === null ? null : recordText(valueTexts(space, object, index), null);
    },
  };
}

function planPage(space: RecordSpace, overlay: Overlay, query: PageQuery, start: Position | null): Plan {
  const { object, limit, since, until } = query;
  const low = since === null ? 0 : firstIndexFrom(space, since);
  const high = until === null ? space.records : firstIndexFrom(space, until + 1);
  const fresh = overlayWithin(overlay, query);
  const total = Math.max(high - low, 0) - overlay.hiddenWithin(object, low, high) + fresh.length;

  const indexes: number[] = [];
  let index = start === null ? low : 'index' in start ? Math.max(start.index, low) : high;
  for (; index < high && indexes.length < limit; index += 1) {
    if (!overlay.isHidden(object, index)) indexes.push(index);
  }
  const after = start && 'after' in start ? start.after : 0;
  const waiting = fresh.filter(({ sequence }) => sequence > after);
  const entries = index < high ? [] : waiting.slice(0, limit - indexes.length);
  const next = nextPosition({ index, high, entries, waiting, after });
  return { indexes, entries, next, total };
}

function nextPosition({
  index,
  high,
  entries,
  waiting,
  after,
}: {
  index: number;
  high: number;
  entries: OverlayEntry[];
  waiting: OverlayEntry[];
  after: number;
}): Position | null {
  if (index < high) return { index };
  return waiting.length > entries.length ? { after: entries.at(-1)?.sequence ?? after } : null;
}

function overlayWithin(overlay: Overlay, { object, since, until }: PageQuery): OverlayEntry[] {
  if (overlay.size(object) === 0) return [];
  return [...overlay.entries(object)].filter(
    ({ updateTime }) => (since === null || updateTime >= since) && (until === null || updateTime <= until),
  );
}

function encodeCursor(position: Position): string {
  const text = 'index' in position ? `i${position.index}` : `s${position.after}`;
  return Buffer.from(text).toString('base64url');
}

/** Throws ApiError `invalid_cursor` for a text that `encodeCursor` did not produce. */
function decodeCursor(cursor: string): Position {
  const match = /^([is])(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match) throw new ApiError(400, 'invalid_cursor', 'The cursor is not from this API.');
  return match[1] === 'i' ? { index: Number(match[2]) } : { after: Number(match[2]) };
}

/** An LRU cache of page bodies, limited in bytes. */
function pageCache(limit: number): (key: string, make: () => Buffer) => Buffer {
  const bodies = new Map<string, Buffer>();
  let bytes = 0;
  return (key, make) => {
    const body = bodies.get(key) ?? make();
    if (!bodies.delete(key)) bytes += body.length;
    bodies.set(key, body);
    for (const [oldest, { length }] of bodies) {
      if (bytes <= limit) break;
      bodies.delete(oldest);
      bytes -= length;
    }
    return body;
  };
}
