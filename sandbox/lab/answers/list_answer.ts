/** The response for one page of a list: records and next page at the paths that the file declares. */

import { idOf } from '../../../connectors/engine/answer/record_id.ts';
import type { Paging } from '../../../connectors/engine/file/paging_facts.ts';
import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { getPath, setPath } from '../../../connectors/engine/json_path.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { LabRequest } from '../lab_request.ts';
import { recordOf } from '../records/record_values.ts';
import { chosenFields, selected } from '../records/selection.ts';
import type { Entry } from '../records/shelf.ts';
import type { LabList } from '../records/world.ts';
import { type ListQuery, listQuery } from '../requests/list_query.ts';
import { type Ground, pageAt, putNext, requestedPaging, type Served, startOf, wayOf } from './pager.ts';
import { writtenList } from './written_list.ts';

/** How a fault changes a page. */
type PageTwist = { isShort?: boolean; isEmpty?: boolean; isRepeated?: boolean };
type ListAnswer = { body: Json; headers: Record<string, string>; records: number };
type Listing = {
  spec: ReadSpec;
  /** The provider's name. */
  provider: string;
  object: string;
  /** The page size if the request names none. */
  usualSize: number;
  /** Unix milliseconds. */
  now: number;
  twist: PageTwist;
  /** As in ReadPlan (../requests/read_plan.ts). */
  deleted?: 'too' | 'only' | undefined;
};

export function listAnswer(list: LabList, request: LabRequest, listing: Listing): ListAnswer {
  const { spec } = listing;
  const query = listQuery(spec, request, listing.usualSize, listing.now);
  const entries = selected(list, { ...query, deleted: listing.deleted, isAsked: true });
  const ground = groundOf(list, entries, query, listing);
  const path = recordsPath(spec, listing.object);
  const way = wayOf(spec.paging, listing.provider, path === '');
  const twist = twistOf(way, listing.twist);
  const served = twisted(
    pageAt(way, startOf(requestedPaging(spec.paging, request, way), request, ground), ground),
    twist,
  );
  const records = entries
    .slice(served.start, served.end)
    .map((entry) => chosenFields(recordOf(list.shape, entry, list.facts.name), query.fields, spec));
  const body = spec.single ? theOne(path, records[0] ?? {}) : writtenList(path, twist.isEmpty ? [] : records, spec);
  const headers: Record<string, string> = {};
  // A single record has no next page.
  if (spec.single) return { body, headers, records: records.length };
  putNext(way, served, { ...ground, isDetour: twist.isEmpty === true }, request, { body, headers });
  if (spec.total && !spec.single && !Array.isArray(body)) setPath(body as JsonObject, spec.total, entries.length);
  return { body, headers, records: twist.isEmpty ? 0 : records.length };
}

function groundOf(list: LabList, entries: readonly Entry[], query: ListQuery, { twist, deleted }: Listing): Ground {
  const { pageSize, fields: _fields, ...rest } = query;
  return {
    list: `${list.key} ${JSON.stringify(rest)}${deleted ?? ''}`,
    size: twist.isShort ? Math.max(1, Math.floor(pageSize / 2)) : pageSize,
    total: entries.length,
    behind: (id) => behind(list, entries, id),
    before: (place) => entries[place - 1]?.id ?? '',
  };
}

/** The position after an id. A record that was deleted after the previous page still has a position. */
function behind(list: LabList, entries: readonly Entry[], id: string): number | null {
  const at = entries.findIndex((entry) => entry.id === id || otherId(list, entry) === id);
  if (at >= 0) return at + 1;
  const gone = list.shelf.entries.find((entry) => entry.id === id);
  if (!gone) return null;
  const next = entries.findIndex(({ index }) => index > gone.index);
  return next < 0 ? entries.length : next;
}

/**
 * Drops the empty-page fault for paging that ends with an empty page, where a correct client would lose records.
 */
function twistOf({ kind }: Paging, twist: PageTwist): PageTwist {
  return ['linkHeader', 'nextUrl', 'cursor'].includes(kind) ? twist : { ...twist, isEmpty: false };
}

/** The other key that a next-page request may contain: a composed id, or the value at the `path` of `lastId` paging. */
function otherId({ spec, shape, facts }: LabList, entry: Entry): string | null {
  const way = [spec.paging ?? []].flat().find(({ kind }) => kind === 'lastId');
  const path = way?.kind === 'lastId' ? way.path : undefined;
  if (path !== undefined) return scalarText(getPath(recordOf(shape, entry, facts.name), path));
  return shape.ids.length > 1 ? idOf(recordOf(shape, entry, facts.name), spec.id) : null;
}

/** The next page of an empty or repeated page starts where the page itself started. */
function twisted(served: Served, { isRepeated, isEmpty }: PageTwist): Served {
  if (isRepeated) return { ...served, next: served.start };
  return isEmpty ? { ...served, next: served.start } : served;
}

function recordsPath({ single, records = single ? '' : 'data' }: ReadSpec, object: string): string {
  return ([records].flat()[0] ?? '').replace('{object}', object);
}

function theOne(path: string, record: JsonObject): Json {
  const body: JsonObject = {};
  if (path === '') return record;
  setPath(body, path, record);
  return body;
}
